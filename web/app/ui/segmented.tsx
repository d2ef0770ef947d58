import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Link } from './link.tsx'
import './segmented.css'

interface Segment {
  value: string
  label: string
  icon?: IconName
  className?: string
}
const inside = ({ icon, label }: Segment): ReactNode => (
  <>
    {icon && <Icon name={icon} small />}
    <span>{label}</span>
  </>
)

interface Props {
  label: string
  name: string
  segments: Segment[]
  value: string
  onChange: (value: string) => void
  className?: string
}

/** One of two or three views of the same thing, on this page. */
export const Segmented = ({ label, name, segments, value, onChange, className = '' }: Props) => (
  <fieldset className={`segmented ${className}`.trim()}>
    <legend className="visually-hidden">{label}</legend>
    {segments.map((segment) => (
      <label key={segment.value} className={segment.className}>
        <input
          type="radio"
          name={name}
          value={segment.value}
          checked={segment.value === value}
          onChange={() => onChange(segment.value)}
        />
        {inside(segment)}
      </label>
    ))}
  </fieldset>
)

/** The same where each view has an address, so that it works without scripts and is remembered. */
export const SegmentedLinks = ({
  label,
  segments,
  value,
}: {
  label: string
  segments: (Segment & { to: string })[]
  value: string
}) => (
  <nav className="segmented" aria-label={label}>
    {segments.map((segment) => (
      <Link
        key={segment.value}
        to={segment.to}
        title={segment.label}
        reload
        aria-current={segment.value === value ? 'true' : undefined}
      >
        {inside(segment)}
      </Link>
    ))}
  </nav>
)
