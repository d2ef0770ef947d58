import { type ComponentProps, Fragment, type MouseEvent, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart, onDemand } from '../../chunks.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import type { Refusal } from '../../forms.tsx'
import type { CommentRead } from '../post/as-read.ts'
import { commentDraft } from './comment-drafts.ts'
import { commentAnchor, CommentRow, PENDING } from './comment-row.tsx'
import { FormOpenerWord } from './form-opener-word.tsx'
import { intents } from '../post/intents.ts'
import { useFocusOnOpener } from './use-focus-on-opener.ts'
import { useFocusOnNew } from './use-focus-on-new.ts'
import { threadOf } from './thread.ts'
import type { FindUsers } from '../editor/completion/sources.ts'
import './comments.css'

const fetchForm = () => import('./comment-form.tsx')
const FetchedForm = lazyPart(fetchForm, (part) => part.CommentForm)
const CommentForm = (props: ComponentProps<typeof FetchedForm>) => (
  <Suspense>
    <FetchedForm {...props} />
  </Suspense>
)

/** Which form is open: a new comment, a reply, or an edit. In the address as `?comment=`, `?reply=`, `?edit_comment=` with an id. */
export type OpenForm = { kind: 'comment' } | { kind: 'reply' | 'edit_comment'; comment_id: string }

/** The form that an address opens under this post. */
export const openFormIn = (
  search: URLSearchParams,
  object_id: string,
  comments: Pick<CommentRead, 'comment_id'>[],
): OpenForm | undefined => {
  if (search.get('comment') === object_id) return { kind: 'comment' }
  for (const kind of ['reply', 'edit_comment'] as const) {
    const comment_id = search.get(kind)
    if (comment_id && comments.some((comment) => comment.comment_id === comment_id)) return { kind, comment_id }
  }
  return undefined
}

/** Why a comment came back; other forms of the page say it elsewhere. */
const whyIn = (refused: Refusal | undefined) =>
  refused?.values.original_text === undefined ? undefined : (Object.values(refused.errors)[0] ?? refused.message)

interface Props {
  object_id: string
  /** "Comments on the question". */
  label: string
  comments: CommentRead[]
  /** How many there are in all. */
  count: number
  visitor: boolean
  asker_id?: string
  /** No new comments on what is deleted. */
  closed?: boolean
  /** The form open when the page is rendered. */
  open?: OpenForm
  /** Fetches the rest; without scripts the page at `?comments=<object_id>` shows them all. */
  onMore?: () => void
  busy?: boolean
  findMembers?: FindUsers
  /** A form that was sent without scripts, and refused. */
  refused?: Refusal
}

export function Comments({
  object_id,
  label,
  comments,
  count,
  visitor,
  asker_id,
  closed,
  open: openAtFirst,
  onMore,
  busy,
  findMembers,
  refused,
}: Props) {
  const t = useText('comments')
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState(openAtFirst)
  const anchor = `comments-${object_id}`
  const thread = threadOf(comments)
  const shown = new Set(comments.map((comment) => comment.comment_id))
  const missing = count - comments.length

  /** The same page with a form open, for those without scripts. */
  const address = (name: string, id: string, at: string) => {
    const query = new URLSearchParams(search)
    for (const other of ['comment', 'reply', 'edit_comment']) query.delete(other)
    query.set(name, id)
    const there = `${pathname}?${query}#${at}`
    return visitor && name !== 'comments' ? paths.login(there) : there
  }
  const opener = (form: OpenForm) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (visitor) return
    expectNew(undefined)
    event.preventDefault()
    openedBy(event.currentTarget)
    onDemand(fetchForm, event.currentTarget.href, () => setOpen(form))
  }
  const expectNew = useFocusOnNew(comments)
  const { section, openedBy, giveBack } = useFocusOnOpener(open)
  const cancel = {
    href: `${pathname}#${anchor}`,
    close: () => {
      giveBack()
      setOpen(undefined)
    },
  }
  const sent = () => {
    if (open?.kind === 'edit_comment') giveBack()
    else expectNew('last')
    setOpen(undefined)
  }
  const is = (kind: 'reply' | 'edit_comment', comment_id: string) =>
    open?.kind === kind && open.comment_id === comment_id

  return (
    <section className="comments" aria-label={label} id={anchor} ref={section}>
      {thread.length > 0 && (
        <ul className="comment-list">
          {thread.map(({ comment, depth }) => {
            const { comment_id, username, user_display_name, reply_comment_id, reply_user_display_name } = comment
            const edit = comment.member_actions.find(({ action }) => action === 'edit')?.name
            const at = commentAnchor(comment_id)
            return (
              <Fragment key={comment_id}>
                {is('edit_comment', comment_id) ? (
                  <li id={at}>
                    <CommentForm
                      intent={intents.editComment}
                      fields={{ comment_id }}
                      draft={commentDraft.edit(comment_id)}
                      label={t('edit_label')}
                      send={t('save')}
                      why={whyIn(refused)}
                      refusal={refused}
                      text={refused?.values.original_text ?? comment.original_text}
                      depth={depth}
                      cancel={cancel}
                      onSent={sent}
                      findMembers={findMembers}
                    />
                  </li>
                ) : (
                  <CommentRow
                    comment={comment}
                    depth={depth}
                    visitor={visitor}
                    role={comment.user_id === asker_id ? t('asker') : undefined}
                    replyTo={reply_comment_id && !shown.has(reply_comment_id) ? reply_user_display_name : undefined}
                    tools={
                      !closed && (
                        <>
                          {comment.status !== PENDING && (
                            <a
                              className="text-button"
                              href={address('reply', comment_id, at)}
                              rel="nofollow"
                              onClick={opener({ kind: 'reply', comment_id })}
                            >
                              <FormOpenerWord
                                draft={commentDraft.reply(comment_id)}
                                visitor={visitor}
                                begun="reply_continue"
                                fresh="reply"
                              />
                            </a>
                          )}
                          {edit && (
                            <a
                              className="text-button"
                              href={address('edit_comment', comment_id, at)}
                              rel="nofollow"
                              onClick={opener({ kind: 'edit_comment', comment_id })}
                            >
                              {edit}
                            </a>
                          )}
                        </>
                      )
                    }
                  />
                )}
                {is('reply', comment_id) && (
                  <li>
                    <CommentForm
                      intent={intents.comment}
                      fields={{ object_id, reply_comment_id: comment_id }}
                      draft={commentDraft.reply(comment_id)}
                      label={t('reply_to', { name: user_display_name })}
                      send={t('reply')}
                      why={whyIn(refused)}
                      refusal={refused}
                      text={refused?.values.original_text ?? `@${username} `}
                      depth={1}
                      cancel={cancel}
                      onSent={sent}
                      findMembers={findMembers}
                    />
                  </li>
                )}
              </Fragment>
            )
          })}
        </ul>
      )}
      {open?.kind === 'comment' && (
        <CommentForm
          intent={intents.comment}
          fields={{ object_id }}
          draft={commentDraft.comment(object_id)}
          label={t('add')}
          send={t('send')}
          why={whyIn(refused)}
          refusal={refused}
          text={refused?.values.original_text}
          cancel={cancel}
          onSent={sent}
          findMembers={findMembers}
        />
      )}
      <div className="comments-foot">
        {!closed && open?.kind !== 'comment' && (
          <a
            className="text-button"
            data-key="c"
            href={address('comment', object_id, anchor)}
            rel="nofollow"
            onClick={opener({ kind: 'comment' })}
          >
            <FormOpenerWord
              draft={commentDraft.comment(object_id)}
              visitor={visitor}
              begun="add_continue"
              fresh="add"
            />
          </a>
        )}
        {missing > 0 && (
          <a
            className="text-button"
            href={address('comments', object_id, anchor)}
            rel="nofollow"
            aria-busy={busy || undefined}
            onClick={
              onMore &&
              ((event) => {
                event.preventDefault()
                expectNew('first')
                if (!busy) onMore()
              })
            }
          >
            {t('more', { count: missing })}
          </a>
        )}
      </div>
    </section>
  )
}
