import { EMOJIS, react, type Reactions as Given } from '@askwell/contract/reactions.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Submission, text } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ActForm, useAct } from './act-form.tsx'
import { intents } from './intents.ts'
import './reactions.css'

type Emoji = (typeof EMOJIS)[number]

/** What the page's action does with the form below. */
export const sendReaction = ({ call, form }: Submission) =>
  call(react, {
    body: {
      object_id: text(form, 'object_id'),
      emoji: text(form, 'emoji') as Emoji,
      reaction: text(form, 'reaction') as 'activate',
    },
  })

export type ReactionSummary = Given['reaction_summary']
interface Props {
  object_id: string
  summary: ReactionSummary
  label: string
  /** For anonymous visitors and on deleted posts: only shows what was chosen. */ off: boolean
}

/** What has been chosen, with who chose it on hovering; the rest is behind one button. */
export function Reactions({ object_id, summary, label, off }: Props) {
  const t = useText('follows')
  const chosen = (emoji: Emoji) => summary.find((one) => one.emoji === emoji)
  // One that has been taken back stays where the pointer and the focus are.
  const [seen, setSeen] = useState<Emoji[]>([])
  const shown = EMOJIS.filter((emoji) => chosen(emoji) || seen.includes(emoji))
  if (shown.length !== seen.length) setSeen(shown)
  const { box, onSubmit } = useFocusOnChosen(seen)
  if (off && shown.length === 0) return null
  const reaction = (emoji: Emoji) => (
    <Reaction key={emoji} object_id={object_id} emoji={emoji} chosen={chosen(emoji)} off={off} />
  )
  return (
    <div className="reactions" role="group" aria-label={label} ref={box} onSubmit={onSubmit}>
      {shown.map(reaction)}
      {!off && shown.length < EMOJIS.length && (
        <Menu label={t('add_reaction')} summary={<Icon name="smilePlus" />} summaryClass="icon-button" align="end">
          <div className="reactions-more">{EMOJIS.filter((emoji) => !shown.includes(emoji)).map(reaction)}</div>
        </Menu>
      )}
    </div>
  )
}

/** One that is chosen in the menu goes to the row, and the focus with it; until then it is on what opens the menu. */
function useFocusOnChosen(shown: Emoji[]) {
  const box = useRef<HTMLDivElement>(null)
  const awaited = useRef<Emoji>(undefined)
  useEffect(() => {
    const emoji = awaited.current
    if (!emoji || !shown.includes(emoji)) return
    awaited.current = undefined
    const place = document.activeElement
    // Whoever is elsewhere by now is left there.
    if (place && place !== document.body && !box.current?.contains(place)) return
    box.current?.querySelector<HTMLElement>(`:scope > form:has([name=emoji][value="${emoji}"]) button`)?.focus()
  }, [shown])
  const onSubmit = ({ target }: FormEvent<HTMLDivElement>) => {
    const form = target as HTMLFormElement
    if (!form.closest('.reactions-more')) return
    awaited.current = new FormData(form).get('emoji') as Emoji
    box.current?.querySelector('summary')?.focus()
  }
  return { box, onSubmit }
}

function Reaction({
  object_id,
  emoji,
  chosen,
  off,
}: {
  object_id: string
  emoji: Emoji
  chosen: ReactionSummary[number] | undefined
  off: boolean
}) {
  const t = useText('follows')
  const { submit, sent } = useAct<Given>()
  const was = chosen?.is_active ?? false
  const on = sent ? sent.get('reaction') === 'activate' : was
  const count = (chosen?.count ?? 0) + Number(on) - Number(was)
  const names = chosen?.tooltip ?? ''
  const word = t(emoji)
  const label = names
    ? t('reaction_by', { reaction: word, count, names })
    : t('reaction_counted', { reaction: word, count })
  const face = (
    <>
      <Icon name={emoji} small />
      {count}
    </>
  )
  if (off)
    return (
      <span className="reaction" role="img" aria-label={label} title={names || word}>
        {face}
      </span>
    )
  return (
    <ActForm
      intent={intents.react}
      fields={{ object_id, emoji, reaction: on ? 'deactivate' : 'activate' }}
      onSubmit={submit}
    >
      <button className="reaction menu-choice" type="submit" aria-pressed={on} aria-label={label} title={names || word}>
        {face}
      </button>
    </ActForm>
  )
}
