import type { ReactNode, SyntheticEvent } from 'react'
import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { className } from '../../ui/class-name.ts'
import { KeyOf } from './review-item.tsx'

interface Props {
  /** `queue id`, as the form sends it. */
  item: string
  /** The title of what it is about. */
  about: string
  /** The word on what opens it, and the key that does. */
  word: string
  hotkey: string
  danger?: boolean
  open?: boolean
  /** What is to be said about it, and the button with the `operation`. */
  children: ReactNode
}

const turnTo = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
  if (currentTarget.open) currentTarget.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
}

/** A decision that takes some words. A fold, so that it works without scripts too. */
export const DecisionFold = ({ item, about, word, hotkey, danger, open, children }: Props) => (
  <details className="review-fold" open={open} onToggle={turnTo}>
    <summary className={className('button', danger && 'button-danger')} data-key={hotkey}>
      {word}
      <KeyOf name={hotkey} />
    </summary>
    <Form method="post" noValidate>
      <FormToken />
      <input type="hidden" name="intent" value="decide" />
      <input type="hidden" name="item" value={item} />
      <input type="hidden" name="about" value={about} />
      {children}
    </Form>
  </details>
)
