import { useLanguage } from '../i18n/text.tsx'
import { formatCount } from './format-count.ts'
import { Icon } from './icon.tsx'
import './count.css'

/** A number, shortened when large: 9,999, then 12.3k, then 1.2m. */
export const useFormatCount = () => {
  const { tag } = useLanguage()
  return (value: number) => formatCount(tag, value)
}

interface Props {
  value: number
  /** The word under it, already in the right plural. */
  word: string
  /** Votes are plain; answers have a frame once there is one and turn green when one is accepted. */
  state?: 'none' | 'some' | 'accepted'
  /** Read out after it: "one accepted". */
  note?: string
}

export function Count({ value, word, state, note }: Props) {
  const text = useFormatCount()(value)
  return (
    <span className="count" data-count={state} data-length={text.length > 4 ? 'long' : undefined}>
      <b>
        {state === 'accepted' && <Icon name="check" />}
        {text}
      </b>
      {` ${word}`}
      {note && <span className="visually-hidden">{`, ${note}`}</span>}
    </span>
  )
}
