// words: follows.heart follows.smile follows.frown
import { EMOJIS, react, type Reactions as Given } from '@askwell/contract/reactions.ts'
import { type Submission, text } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
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

/** Heart, smile and frown; hovering shows who chose it. */
export function Reactions({ object_id, summary, label, off }: Props) {
  const shown = off ? EMOJIS.filter((emoji) => summary.some((one) => one.emoji === emoji)) : EMOJIS
  if (shown.length === 0) return null
  return (
    <div className="reactions" role="group" aria-label={label}>
      {shown.map((emoji) => (
        <Reaction
          key={emoji}
          object_id={object_id}
          emoji={emoji}
          chosen={summary.find((one) => one.emoji === emoji)}
          off={off}
        />
      ))}
    </div>
  )
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
      <button className="reaction" type="submit" aria-pressed={on} aria-label={label} title={names || word}>
        {face}
      </button>
    </ActForm>
  )
}
