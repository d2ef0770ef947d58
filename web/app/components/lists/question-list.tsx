import type { QuestionCard } from '@askwell/contract/shapes.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Count, useFormatCount } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { isPinned, isSolved, stateOf } from '../post/question-state.ts'
import { FewTags } from './few-tags.tsx'
import { Reputation, UserAvatar, UserLink } from '../user/user-card.tsx'
import './question-list.css'

interface Props {
  questions: QuestionCard[]
  view?: 'compact' | 'card'
  /** The level under the heading the list stands under. */
  heading?: 'h2' | 'h3'
}

/** Both views are one markup; the excerpt is there in either, and shown in cards. */
export const QuestionList = ({ questions, view = 'compact', heading = 'h2' }: Props) => (
  <ul className="question-list" data-view={view}>
    {questions.map((question) => (
      <QuestionRow key={question.id} question={question} heading={heading} />
    ))}
  </ul>
)

/** Of at most five; the rest is counted. */
const TAGS_SHOWN = 3

const labels = { closed: undefined, unlisted: undefined, pending: 'warning', deleted: 'danger' } as const

export function QuestionRow({ question, heading: Heading = 'h2' }: { question: QuestionCard; heading?: 'h2' | 'h3' }) {
  const t = useText('list')
  const format = useFormatCount()
  const state = stateOf(question)
  const { vote_count, answer_count, view_count, operator } = question
  const solved = isSolved(question)
  return (
    <li className="question-row" data-state={state ?? (isPinned(question) ? 'pinned' : undefined)}>
      <div className="question-row-counts">
        <Count value={vote_count} word={t('votes', { count: vote_count })} />
        <Count
          value={answer_count}
          word={t('answers', { count: answer_count })}
          note={solved ? t('one_accepted') : undefined}
          state={solved ? 'accepted' : answer_count > 0 ? 'some' : 'none'}
        />
      </div>
      <div className="question-row-main">
        <Heading className="question-row-title">
          {isPinned(question) && (
            <>
              <Icon name="pin" small />
              <span className="visually-hidden">{`${t('pinned')} `}</span>
            </>
          )}
          <Link to={paths.question(question)} dir="auto" title={question.title}>
            {question.title}
          </Link>
          {state && (
            <>
              {' '}
              <Label kind={labels[state]}>{t(state)}</Label>
            </>
          )}
        </Heading>
        {question.description && (
          <p className="question-row-excerpt" dir="auto">
            {question.description}
          </p>
        )}
        <div className="question-row-meta">
          <FewTags tags={question.tags} most={TAGS_SHOWN} />
          <div className="question-row-by">
            <UserAvatar user={operator} size="tiny" />
            <UserLink user={operator} />
            <Reputation rank={operator.rank} />
            <span className="question-row-when">
              <span className="question-row-verb">{`${t(question.operation_type)} `}</span>
              <Time at={question.operated_at} />
            </span>
            <span className="question-row-views">{`· ${t('views', { count: view_count, views: format(view_count) })}`}</span>
          </div>
        </div>
      </div>
    </li>
  )
}
