import type { QueuedPost } from '@askwell/contract/reviews.ts'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { commentAnchor } from '../../components/comments/comment-row.tsx'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { UserCard, UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Link } from '../../ui/link.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import { Time } from '../../ui/time.tsx'
import '../../components/post/quoted-post.css'
import '../../components/comments/comments.css'
import '../../components/lists/question-list.css'

type Post = Pick<
  QueuedPost,
  | 'object_id'
  | 'object_type'
  | 'question_id'
  | 'answer_id'
  | 'comment_id'
  | 'title'
  | 'url_title'
  | 'parsed_text'
  | 'tags'
  | 'author_user_info'
  | 'created_at'
>

/** The form that closes what an item is about. */
export const closingId = (item: string) => `closing-${item.split(' ')[1] ?? ''}`

/** The key that presses a button, for people with a keyboard. */
export const KeyOf = ({ name }: { name: string }) => (
  <kbd className="key review-key needs-script" aria-hidden="true">
    {name.toUpperCase()}
  </kbd>
)

/** Where the post stands. */
export const addressOf = ({ question_id: id, url_title, answer_id, comment_id }: Post) =>
  `${answer_id ? paths.answer({ id, url_title }, answer_id) : paths.question({ id, url_title })}${comment_id ? `#${commentAnchor(comment_id)}` : ''}`

interface Props {
  /** `queue id`, as the form sends it, with what was seen behind it. */
  name: string
  /** Stands for the text that is shown: a decision is about no other. */
  seen?: string
  title: string
  /** What kind of item it is, as a label, and its position in the queue. */
  label: ReactNode
  place: string
  /** Shown alone: there is nothing to select. */
  single: boolean
  children: ReactNode
  /** The buttons of its one form; each carries an `operation` and the key that presses it. */
  buttons: ReactNode
  /** Further ways to decide, with forms of their own. */
  more?: ReactNode
}

/** One thing to decide. */
export function ReviewItem({ name, seen, title, label, place, single, children, buttons, more }: Props) {
  const t = useText('review')
  const value = seen ? `${name} ${seen}` : name
  const id = `item-${name.replace(' ', '-')}`
  return (
    <section className="review-item" aria-labelledby={id} data-single={single || undefined}>
      <div className="review-item-head">
        <span className="review-item-what">
          {!single && (
            <Checkbox
              id={`${id}-pick`}
              name="item"
              value={value}
              form="several"
              label={<span className="visually-hidden">{t('pick', { title })}</span>}
            />
          )}
          {label}
        </span>
        <span className="page-head-note" id={id}>
          <span className="visually-hidden">{title} · </span>
          {place}
        </span>
      </div>
      {children}
      <div className="review-bar">
        <Form method="post" className="review-buttons">
          <FormToken />
          <input type="hidden" name="intent" value="decide" />
          <input type="hidden" name="item" value={value} />
          <input type="hidden" name="about" value={title} />
          {buttons}
        </Form>
        {more}
      </div>
    </section>
  )
}

/** The post itself, with its question's title and tags around it. */
export const ReviewedPost = ({ post }: { post: Post }) => (
  <div className="quoted-post">
    <h2 className="question-row-title">
      <Link to={addressOf(post)}>{post.title}</Link>
    </h2>
    <Prose html={post.parsed_text} look="small" />
    {post.object_type === 'question' && post.tags.length > 0 && <TagList tags={post.tags} />}
    <div className="quoted-post-foot">
      {post.object_type === 'comment' ? (
        <span className="comment-meta">
          <UserLink user={post.author_user_info} /> <Time at={post.created_at} />
        </span>
      ) : (
        <UserCard
          user={post.author_user_info}
          verb={post.object_type === 'question' ? 'asked' : 'answered'}
          at={post.created_at}
        />
      )}
    </div>
  </div>
)
