import type { Profile, ProfileAnswer, ProfileQuestion } from '@askwell/contract/profiles.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { AnswerItem, QuestionItem } from './profile-items.tsx'

interface Props {
  profile: Profile
  questions: ProfileQuestion[]
  answers: ProfileAnswer[]
}

/** Figures, and the best of what a member wrote. */
export function Overview({ profile, questions, answers }: Props) {
  const t = useText('users')
  const format = useFormatCount()
  const { username, rank, answer_count, question_count } = profile
  const all = (tab: 'answers' | 'questions', count: number) => (
    <Link to={paths.user(username, tab)}>{t('all', { count })}</Link>
  )
  return (
    <>
      <Stats>
        <Stat name={t('reputation')}>{format(rank)}</Stat>
        <Stat name={t('tab_answers')}>{format(answer_count)}</Stat>
        <Stat name={t('tab_questions')}>{format(question_count)}</Stat>
      </Stats>
      <Panel
        title={t('best_answers')}
        id="best-answers"
        end={answer_count > answers.length && all('answers', answer_count)}
      >
        {answers.length > 0 ? (
          <ol className="top-list">
            {answers.map((answer) => (
              <AnswerItem key={answer.answer_id} answer={answer} bare />
            ))}
          </ol>
        ) : (
          <p className="page-lead">{t('none_answers')}</p>
        )}
      </Panel>
      <Panel
        title={t('best_questions')}
        id="best-questions"
        end={question_count > questions.length && all('questions', question_count)}
      >
        {questions.length > 0 ? (
          <ol className="top-list">
            {questions.map((question) => (
              <QuestionItem key={question.question_id} question={question} bare />
            ))}
          </ol>
        ) : (
          <p className="page-lead">{t('none_questions')}</p>
        )}
      </Panel>
    </>
  )
}
