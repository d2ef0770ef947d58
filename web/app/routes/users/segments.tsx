import { Link } from '../../ui/link.tsx'
import '../../ui/segmented.css'

interface Props {
  label: string
  segments: { value: string; label: string; to: string }[]
  value: string
}

/** One of a few ways to narrow a list, each with its address. */
export const Segments = ({ label, segments, value }: Props) => (
  <nav className="segmented period-links" aria-label={label}>
    {segments.map((segment) => (
      <Link key={segment.value} to={segment.to} aria-current={segment.value === value ? 'true' : undefined}>
        <span>{segment.label}</span>
      </Link>
    ))}
  </nav>
)
