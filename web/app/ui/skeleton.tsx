import { SKELETON_DELAY } from '@askwell/contract/limits.ts'
import { useText } from '../i18n/text.tsx'
import { useAfter } from './hydrated.ts'
import './skeleton.css'

const widths = [72, 58, 80, 64, 51, 76]

/** Grey bars where text will be. Nothing in the first second: what comes quickly should not flicker. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const t = useText('ui')
  if (!useAfter(SKELETON_DELAY)) return null
  return (
    <div className="skeleton-lines" role="status" aria-label={t('loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton skeleton-line" data-width={widths[line % widths.length]} />
      ))}
    </div>
  )
}
