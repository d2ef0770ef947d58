import type { FormEvent } from 'react'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { className } from '../../ui/class-name.ts'
import { useFormatCount } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ActForm } from './act-form.tsx'
import { intents } from './intents.ts'
import { useHere } from '../layout/places.ts'
import { useVote } from './use-vote.ts'
import type { Votes } from './votes-after.ts'
import './vote-control.css'

/** The button that somebody comes back to who had to log in first. */
const voteAnchor = (object_id: string, direction: 'up' | 'down') => `vote-${direction}-${object_id}`

interface Props extends Votes {
  object_id: string
  /** What is voted on: "Votes on this answer". */
  label: string
  /** Why the member can't vote, from the server; the buttons show it instead of doing nothing. */
  reasons?: { up?: string; down?: string }
  /** Whose post it is: nobody votes on their own, whatever their reputation. */
  author: string
  /** Anonymous visitors are led to the login. */
  visitor?: boolean
  /** Nobody can vote on deleted and pending things. */
  off?: boolean
  lying?: boolean
}

export function VoteControl({ label, lying, ...rest }: Props) {
  return (
    <div className={className('vote', lying && 'vote-horizontal')} role="group" aria-label={label}>
      {rest.visitor || rest.off ? <VoteCount {...rest} /> : <Voting {...rest} />}
    </div>
  )
}

function Score({ value }: { value: number }) {
  const t = useText('votes')
  const text = useFormatCount()(value)
  return (
    <output className="vote-score" aria-label={t('score')} data-length={text.length > 4 ? 'long' : undefined}>
      {text}
    </output>
  )
}

/** For those who can't vote here: links to the login, or nothing to press. */
function VoteCount({ object_id, vote_count, off }: Omit<Props, 'label'>) {
  const t = useText('votes')
  const here = useHere()
  const arrow = (name: 'chevronUp' | 'chevronDown', word: string) =>
    off ? (
      <button className="vote-button" type="button" aria-label={word} disabled>
        <Icon name={name} />
      </button>
    ) : (
      <Link
        data-key={name === 'chevronUp' ? 'u' : 'd'}
        className="vote-button"
        to={paths.login(`${here}#${voteAnchor(object_id, name === 'chevronUp' ? 'up' : 'down')}`)}
        rel="nofollow"
        aria-label={t('log_in_first', { act: word })}
        title={t('log_in_first', { act: word })}
      >
        <Icon name={name} />
      </Link>
    )
  return (
    <>
      {arrow('chevronUp', t('up'))}
      <Score value={vote_count} />
      {arrow('chevronDown', t('down'))}
    </>
  )
}

function Voting({ object_id, author, reasons: others, ...given }: Omit<Props, 'label'>) {
  const t = useText('votes')
  const reasons = author === useUser()?.username ? { up: t('own_post'), down: t('own_post') } : others
  const { vote_count, vote_status, submit } = useVote(given)
  const button = (
    intent: 'vote_up' | 'vote_down',
    icon: 'chevronUp' | 'chevronDown',
    word: string,
    reason?: string,
  ) => {
    const pressed = vote_status === intent
    const send = (event: FormEvent<HTMLFormElement>) => {
      if (!reason) return submit(event)
      event.preventDefault()
      showToast(reason, 'warning')
    }
    return (
      <ActForm intent={intent} fields={{ object_id, is_cancel: String(pressed) }} onSubmit={send} className="vote-form">
        <button
          className="vote-button"
          data-key={intent === 'vote_up' ? 'u' : 'd'}
          type="submit"
          id={voteAnchor(object_id, icon === 'chevronUp' ? 'up' : 'down')}
          aria-label={word}
          aria-pressed={pressed}
          aria-disabled={reason ? true : undefined}
          title={reason ?? (pressed ? t('take_back') : word)}
        >
          <Icon name={icon} />
        </button>
      </ActForm>
    )
  }
  return (
    <>
      {button(intents.voteUp, 'chevronUp', t('up'), reasons?.up)}
      <Score value={vote_count} />
      {button(intents.voteDown, 'chevronDown', t('down'), reasons?.down)}
    </>
  )
}
