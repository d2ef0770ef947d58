import { useState } from 'react'
import { className } from './class-name.ts'
import { isBroken } from './is-broken.ts'
import './avatar.css'

interface Props {
  name: string
  /** Empty: the initials on one of six pale grounds. */
  url?: string
  size?: 'tiny' | 'small' | 'large'
  /** Of the colour, so that it stays when the name changes: the username. */
  seed: string
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

/** The same in every size, so that nobody looks like two people. */
export const initials = (name: string) => {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean)
  return words.length > 1 ? first(words[0]!, 1) + first(words.at(-1)!, 1) : first(words[0] ?? '', 2)
}

/** One of six hues, the same for the same text everywhere. */
export const hueOf = (seed: string) => {
  let sum = 0
  for (const letter of seed) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return sum % 6
}

/** Always beside the name, so it says nothing of its own. */
export const Avatar = (props: Props) => (props.url ? <Picture {...props} url={props.url} /> : <Initials {...props} />)

const classesOf = (size: Props['size']) => className('avatar', size && `avatar-${size}`)

/** Where it doesn't load, the initials stand in for it; it may have failed before scripts ran. */
function Picture({ url, ...props }: Props & { url: string }) {
  const [broken, setBroken] = useState('')
  if (broken === url) return <Initials {...props} />
  return (
    <img
      className={classesOf(props.size)}
      src={url}
      alt=""
      width={64}
      height={64}
      loading="lazy"
      decoding="async"
      ref={(image) => {
        if (image && isBroken(image)) setBroken(url)
      }}
      onError={() => setBroken(url)}
    />
  )
}

function Initials({ name, size, seed }: Props) {
  return (
    <span className={classesOf(size)} data-hue={hueOf(seed)} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
