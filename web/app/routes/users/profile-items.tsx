import type { OwnVote, ProfileAnswer, ProfileComment, ProfileQuestion } from '@askwell/contract/profiles.ts'
import { type ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { commentAnchor } from '../../components/comments/comment-row.tsx'
import { isAccepted, isSolved } from '../../components/post/question-state.ts'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import { Time } from '../../ui/time.tsx'

interface Post {
  question_id: string
  answer_id: string
  title: string
  url_title: string
}

export const addressOf = ({ question_id: id, answer_id, url_title }: Omit<Post, 'title'>) =>
  answer_id ? paths.answer({ id, url_title }, answer_id) : paths.question({ id, url_title })

/** One line of a profile: a figure, what it belongs to, when. */
export const Item = ({ figure, at, children }: { figure: ReactNode; at: number; children: ReactNode }) => (
  <li className="top-item">
    {figure}
    <div className="top-what">{children}</div>
    <Time at={at} />
  </li>
)

function Score({ votes, accepted, note }: { votes: number; accepted: boolean; note: string }) {
  const format = useFormatCount()
  return (
    <span className="score-box" data-count={accepted ? 'accepted' : undefined}>
      {accepted && <Icon name="check" />}
      {accepted && <span className="visually-hidden">{note}, </span>}
      {format(votes)}
    </span>
  )
}

export function AnswerItem({
  answer: { answer_id, question_id, question_info, vote_count, accepted, create_time },
  bare,
}: {
  answer: ProfileAnswer
  bare?: boolean
}) {
  const t = useText('users')
  return (
    <Item
      figure={<Score votes={vote_count} accepted={isAccepted({ accepted })} note={t('accepted')} />}
      at={create_time}
    >
      <Link to={addressOf({ question_id, answer_id, url_title: question_info.url_title })} dir="auto">
        {question_info.title}
      </Link>
      {!bare && <TagList tags={question_info.tags} />}
    </Item>
  )
}

export function QuestionItem({ question, bare }: { question: ProfileQuestion; bare?: boolean }) {
  const t = useText('users')
  const format = useFormatCount()
  const { question_id, title, url_title, vote_count, answer_count, view_count, tags, created_at } = question
  return (
    <Item figure={<Score votes={vote_count} accepted={isSolved(question)} note={t('solved')} />} at={created_at}>
      <Link to={paths.question({ id: question_id, url_title })} dir="auto">
        {title}
      </Link>
      {!bare && (
        <span className="top-note">
          {t('answers', { count: answer_count })} · {t('views', { count: view_count, views: format(view_count) })}
        </span>
      )}
      {!bare && <TagList tags={tags} />}
    </Item>
  )
}

export const CommentItem = ({ comment }: { comment: ProfileComment }) => (
  <Item
    figure={
      <span className="score-box">
        <Icon name="messageCircle" small />
      </span>
    }
    at={comment.created_at}
  >
    <Link to={`${addressOf(comment)}?comments=${comment.object_id}#${commentAnchor(comment.comment_id)}`} dir="auto">
      {comment.title}
    </Link>
    <div className="top-excerpt">
      <Prose html={comment.content} look="comment" />
    </div>
  </Item>
)

export function VoteItem({ vote }: { vote: OwnVote }) {
  const t = useText('users')
  const up = vote.vote_type === 'upvote'
  return (
    <Item
      figure={
        <span className="score-box">
          <Icon name={up ? 'chevronUp' : 'chevronDown'} label={up ? t('voted_up') : t('voted_down')} />
        </span>
      }
      at={vote.created_at}
    >
      <Link to={addressOf(vote)} dir="auto">
        {vote.title}
      </Link>
      <span className="top-note">{vote.object_type === 'answer' ? t('an_answer') : t('the_question')}</span>
    </Item>
  )
}
