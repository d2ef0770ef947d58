import { paths } from '../../paths.ts'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import type { QuestionRead } from './as-read.ts'
import { PostNotice } from './post-notice.tsx'
import { stateOf } from './question-state.ts'
import './question-head.css'

/** The title, and the other facts about the question. */
export function QuestionHead({ question }: { question: QuestionRead }) {
  const t = useText('post')
  const format = useFormatCount()
  const { user } = useRoot()
  const { id, title, create_time, active_time, view_count, operation } = question
  const state = stateOf(question)
  return (
    <>
      <header className="question-head">
        <h1 className="question-title" dir="auto">
          {title}
        </h1>
        <div className="question-facts">
          <span>
            {t('fact_asked')}{' '}
            <b>
              <Time at={create_time} />
            </b>
          </span>
          <span>
            {t('fact_active')}{' '}
            <b>
              <Time at={active_time ?? create_time} />
            </b>
          </span>
          <span>
            <Link to={paths.revisions({ type: 'question', id, question_id: id })}>{t('fact_history')}</Link>
          </span>
          {user && (
            <span>
              <Link to={paths.timelineOf({ type: 'question', id, question_id: id })}>{t('fact_timeline')}</Link>
            </span>
          )}
          <span>
            {t('fact_viewed')} <b>{t('times', { count: view_count, views: format(view_count) })}</b>
          </span>
        </div>
      </header>
      {state && (
        <div className="question-notice">
          <PostNotice kind="question" state={state} operation={operation} />
        </div>
      )}
    </>
  )
}
