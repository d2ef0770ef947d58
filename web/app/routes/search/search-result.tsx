import type { SearchHit } from '@askwell/contract/search.ts'
import { Fragment } from 'react'
import { paths } from '../../paths.ts'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { markWords } from './marks.ts'

/** A question or an answer that was found, with the words that were looked for marked. */
export function SearchResult({ hit: { object_type, object }, wanted }: { hit: SearchHit; wanted: string[] }) {
  const t = useText('search')
  const format = useFormatCount()
  const {
    id,
    question_id,
    title,
    url_title,
    excerpt,
    vote_count,
    answer_count,
    accepted,
    tags,
    created_at,
    user_info,
    status,
  } = object
  const isAnswer = object_type === 'answer'
  const question = { id: question_id, url_title }
  return (
    <li className="result">
      <h2 className="result-title" dir="auto">
        <Link to={isAnswer ? paths.answer(question, id) : paths.question(question)}>
          <Marked text={title} wanted={wanted} />
        </Link>
      </h2>
      <p className="result-excerpt" dir="auto">
        <Marked text={excerpt} wanted={wanted} />
      </p>
      <div className="result-meta">
        {isAnswer ? (
          <Label kind={accepted ? 'accepted' : undefined} icon={accepted ? 'check' : undefined}>
            {accepted ? t('accepted_answer') : t('answer')}
          </Label>
        ) : (
          <Label>{t('question')}</Label>
        )}
        {status === 'closed' && <Label icon="lock">{t('closed')}</Label>}
        <span className="numbers">{t('votes', { count: vote_count, votes: format(vote_count) })}</span>
        {!isAnswer && <span className="numbers">{t('answers', { count: answer_count })}</span>}
        <TagList tags={tags} />
        <span>
          {isAnswer ? t('answered') : t('asked')} <Time at={created_at} /> {t('by')} <UserLink user={user_info} />
        </span>
      </div>
    </li>
  )
}

const Marked = ({ text, wanted }: { text: string; wanted: string[] }) =>
  markWords(text, wanted).map((piece, place) =>
    piece.marked ? <mark key={place}>{piece.text}</mark> : <Fragment key={place}>{piece.text}</Fragment>,
  )
