import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Link } from '../../ui/link.tsx'
import type { SideQuestion } from '../post/as-read.ts'
import { isSolved } from '../post/question-state.ts'
import './side-list.css'

/** A few questions beside a page: hot, linked, related. */
export const SideList = ({ questions }: { questions: SideQuestion[] }) => (
  <ul className="side-list">
    {questions.map((question) => (
      <li className="side-list-item" key={question.id}>
        <SideScore votes={question.vote_count} solved={isSolved(question)} />
        <Link to={paths.question(question)} dir="auto">
          {question.title}
        </Link>
      </li>
    ))}
  </ul>
)

export function SideScore({ votes, solved }: { votes: number; solved: boolean }) {
  const t = useText('list')
  const text = useFormatCount()(votes)
  return (
    <span
      className="side-score"
      data-count={solved ? 'accepted' : undefined}
      data-length={text.length > 4 ? 'long' : undefined}
      title={t('score')}
    >
      {text}
      <span className="visually-hidden">{` ${t('votes', { count: votes })}${solved ? `, ${t('one_accepted')}` : ''}`}</span>
    </span>
  )
}
