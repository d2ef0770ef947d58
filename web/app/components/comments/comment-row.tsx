import { type ReactNode, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { FormToken, type Outcome, RefusalErrors } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import { Time } from '../../ui/time.tsx'
import { ActForm } from '../post/act-form.tsx'
import type { CommentRead } from '../post/as-read.ts'
import { Flag } from '../moderation/flag.tsx'
import { intents } from '../post/intents.ts'
import { useHere } from '../layout/places.ts'
import { useVote } from '../post/use-vote.ts'
import { Role, UserLink } from '../user/user-card.tsx'

interface Props {
  comment: CommentRead
  depth: 0 | 1
  /** "asker" beside the asker's name. */
  role?: string
  visitor: boolean
  /** The author of the comment it replies to, if that isn't shown above it. */
  replyTo?: string
  /** Reply and edit, which open a form. */
  tools?: ReactNode
}

/** Only its author and the staff see it. */
export const PENDING = 11

/** The button that somebody comes back to who had to log in first. */
const voteAnchor = (id: string) => `vote-up-${id}`

export const commentAnchor = (id: string) => `comment-${id}`

export function CommentRow({ comment, depth, role, visitor, replyTo, tools }: Props) {
  const t = useText('comments')
  const { comment_id, parsed_text, created_at, username, user_display_name, user_status, updated_at, member_actions } =
    comment
  const named = (wanted: string) => member_actions.find(({ action }) => action === wanted)?.name
  const pending = comment.status === PENDING
  const [deletion, report] = [named('delete'), pending ? undefined : named('report')]
  return (
    <li className="comment" id={commentAnchor(comment_id)} data-depth={depth || undefined}>
      {pending ? <span /> : visitor ? <Votes comment={comment} /> : <Vote comment={comment} />}
      <div>
        <Prose html={parsed_text} look="comment" />
        <div className="comment-meta">
          <UserLink user={{ username, display_name: user_display_name, status: user_status as 'normal' }} />
          {role && <Role>{role}</Role>}
          {replyTo && <span>{t('to', { name: replyTo })}</span>}
          <Time at={created_at} />
          {updated_at > 0 && (
            <span>
              {t('edited')} <Time at={updated_at} />
            </span>
          )}
          {pending && (
            <Label kind="accent" icon="clock">
              {t('pending')}
            </Label>
          )}
          {(tools || deletion || report) && (
            <span className="comment-tools">
              {tools}
              {report && <Flag word={report} object_id={comment_id} look="text" />}
              {deletion && <Deletion word={deletion} comment_id={comment_id} />}
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

function useLabel(count: number) {
  const t = useText('comments')
  return count > 0 ? t('vote_up_so_far', { count }) : t('vote_up')
}

function Vote({ comment: { comment_id, ...comment } }: { comment: CommentRead }) {
  const format = useFormatCount()
  const { vote_count, vote_status, submit } = useVote({
    vote_count: comment.vote_count,
    vote_status: comment.is_vote ? 'vote_up' : '',
  })
  const pressed = vote_status === 'vote_up'
  return (
    <ActForm intent={intents.voteUp} fields={{ object_id: comment_id, is_cancel: String(pressed) }} onSubmit={submit}>
      <button
        className="comment-vote"
        type="submit"
        id={voteAnchor(comment_id)}
        aria-pressed={pressed}
        aria-label={useLabel(vote_count)}
      >
        <Icon name="chevronUp" small />
        {vote_count > 0 && format(vote_count)}
      </button>
    </ActForm>
  )
}

/** For anonymous visitors: the number, and a link to the login. */
function Votes({ comment: { comment_id, vote_count } }: { comment: CommentRead }) {
  const votes = useText('votes')
  const format = useFormatCount()
  const label = votes('log_in_first', { act: useLabel(vote_count) })
  return (
    <Link
      className="comment-vote"
      to={paths.login(`${useHere()}#${voteAnchor(comment_id)}`)}
      rel="nofollow"
      aria-label={label}
    >
      <Icon name="chevronUp" small />
      {vote_count > 0 && format(vote_count)}
    </Link>
  )
}

function Deletion({ word, comment_id }: { word: string; comment_id: string }) {
  const t = useText('comments')
  const fetcher = useFetcher<Outcome>()
  const refusal = fetcher.data && !fetcher.data.ok ? fetcher.data : undefined
  const deleted = fetcher.data?.ok ?? false
  const box = useRef<HTMLSpanElement>(null)
  // The button is removed with its comment: the focus moves below the remaining ones.
  useEffect(() => {
    const comments = box.current?.closest('.comments')
    return () => {
      if (deleted) comments?.querySelector<HTMLElement>('.comments-foot a')?.focus()
    }
  }, [deleted])
  return (
    <span ref={box}>
      <Confirm summaryClass="text-button" summary={word} question={t('delete_question')}>
        {(cancel) => (
          <fetcher.Form method="post">
            <RefusalErrors refusal={refusal} />
            <FormToken />
            <input type="hidden" name="intent" value={intents.deleteComment} />
            <input type="hidden" name="comment_id" value={comment_id} />
            <div className="dialog-buttons">
              {cancel}
              <SubmitButton look="danger-fill" busy={fetcher.state !== 'idle'}>
                {t('delete')}
              </SubmitButton>
            </div>
          </fetcher.Form>
        )}
      </Confirm>
    </span>
  )
}
