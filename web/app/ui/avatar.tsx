import { className } from './class-name.ts'
import './avatar.css'

interface Props {
  name: string
  /** Empty: the initials on one of six pale grounds. */
  url?: string
  size?: 'tiny' | 'small' | 'large'
  /** Another seed for the colour than the name, so that it stays when the name changes. */
  seed?: string
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
// Splitting is slow, and most names need none.
const first = (text: string, count: number) =>
  /^[ -~]*$/.test(text)
    ? text.slice(0, count)
    : [...graphemes.segment(text)]
        .slice(0, count)
        .map(({ segment }) => segment)
        .join('')

export const initials = (name: string, count = 2) => {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean)
  return count > 1 && words.length > 1 ? first(words[0]!, 1) + first(words.at(-1)!, 1) : first(words[0] ?? '', count)
}

/** One of six hues, the same for the same text everywhere. */
export const hueOf = (seed: string) => {
  let sum = 0
  for (const letter of seed) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return sum % 6
}

/** Always beside the name, so it says nothing of its own. */
export function Avatar({ name, url, size, seed = name }: Props) {
  const classes = className('avatar', size && `avatar-${size}`)
  if (url) return <img className={classes} src={url} alt="" width={64} height={64} loading="lazy" decoding="async" />
  return (
    <span className={classes} data-hue={hueOf(seed)} aria-hidden="true">
      {initials(name, size === 'tiny' ? 1 : 2)}
    </span>
  )
}
