import type { Profile } from '@askwell/contract/profiles.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { CalendarChart, LineChart } from '../../ui/chart/charts.ts'
import { useFormatCount } from '../../ui/count.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { AnswerItem, QuestionItem } from './profile-items.tsx'
import { hasChanged, type Shown } from './profile-tabs.ts'

export type OverviewShown = Extract<Shown, { tab: 'overview' }>

/** Figures, how they came about, and the best of what a user wrote. */
export function Overview({ profile, shown }: { profile: Profile; shown: OverviewShown }) {
  const t = useText('users')
  const { answer: answers, question: questions, overview } = shown
  const { username, answer_count, question_count } = profile
  const all = (tab: 'answers' | 'questions', count: number) => (
    <Link to={paths.user(username, tab)}>{t('all', { count })}</Link>
  )
  return (
    <>
      <Figures profile={profile} shown={shown} />
      {hasChanged(overview.reputation) && (
        <Panel
          title={t('reputation')}
          id="reputation-over-time"
          end={<Link to={paths.user(username, 'reputation')}>{t('where_from')}</Link>}
        >
          <LineChart
            name={t('reputation')}
            points={overview.reputation.map(({ at, total }) => ({ at, value: total }))}
          />
        </Panel>
      )}
      {overview.activity.length > 0 && (
        <Panel title={t('activity')} note={t('activity_note')} id="activity">
          <CalendarChart
            name={t('contributions')}
            points={overview.activity.map(({ at, acts }) => ({ at, value: acts }))}
            today={overview.reputation.at(-1)!.at}
          />
        </Panel>
      )}
      <Best
        title={t('best_answers')}
        id="best-answers"
        none={t('none_answers')}
        end={answer_count > answers.length && all('answers', answer_count)}
      >
        {answers.map((answer) => (
          <AnswerItem key={answer.answer_id} answer={answer} bare />
        ))}
      </Best>
      <Best
        title={t('best_questions')}
        id="best-questions"
        none={t('none_questions')}
        end={question_count > questions.length && all('questions', question_count)}
      >
        {questions.map((question) => (
          <QuestionItem key={question.question_id} question={question} bare />
        ))}
      </Best>
    </>
  )
}

function Figures({
  profile: { rank, answer_count, question_count },
  shown,
}: {
  profile: Profile
  shown: OverviewShown
}) {
  const t = useText('users')
  const format = useFormatCount()
  return (
    <Stats>
      <Stat name={t('reputation')}>{format(rank)}</Stat>
      <Stat name={t('tab_answers')}>{format(answer_count)}</Stat>
      <Stat name={t('tab_questions')}>{format(question_count)}</Stat>
      <Stat name={t('reached')} note={t('reached_note')}>
        {format(shown.overview.people_reached)}
      </Stat>
    </Stats>
  )
}

const Best = ({
  title,
  id,
  none,
  end,
  children,
}: {
  title: string
  id: string
  none: string
  end: ReactNode
  children: ReactNode[]
}) => (
  <Panel title={title} id={id} end={end}>
    {children.length > 0 ? <ol className="top-list">{children}</ol> : <p className="page-lead">{none}</p>}
  </Panel>
)
