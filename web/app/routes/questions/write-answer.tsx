import type { QuestionInfo } from '@askwell/contract/questions.ts'
import { memo, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../chunks.ts'
import { paths } from '../../paths.ts'
import { useSite, useUser } from '../../root-data.ts'
import { stateOf } from '../../components/post/question-state.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'

const AnswerForm = lazyPart(
  () => import('./answer-form.tsx'),
  (part) => part.AnswerForm,
)

type QuestionToAnswer = Pick<
  QuestionInfo,
  'id' | 'title' | 'url_title' | 'status' | 'show' | 'answered' | 'first_answer_id'
>

/** The form for an answer, or why there is none. */
export function WriteAnswer({ question, reason }: { question: QuestionToAnswer; reason: string | undefined }) {
  const t = useText('questions')
  const user = useUser()
  const { site_write, login } = useSite()
  const state = stateOf(question)
  const back = `${paths.question(question)}#write-answer`
  const instead = (children: ReactNode) => (
    <Panel title={t('your_answer')} id="write-answer">
      {children}
    </Panel>
  )

  if (state === 'deleted' || state === 'pending') return null
  if (state === 'closed') return instead(<Notice icon="lock">{t('closed_no_answers')}</Notice>)
  if (!user)
    return instead(
      <Notice icon="logIn" title={t('log_in_to_answer')}>
        <ButtonRow>
          <ButtonLink look="primary" size="small" to={paths.login(back)} rel="nofollow">
            {t('log_in')}
          </ButtonLink>
          {login.allow_new_registrations && (
            <ButtonLink size="small" to={paths.register(back)} rel="nofollow">
              {t('register')}
            </ButtonLink>
          )}
        </ButtonRow>
      </Notice>,
    )
  if (user.mail_status !== 1)
    return instead(
      <Notice kind="info" icon="mail" title={t('activate_to_answer')}>
        <p>
          <Link to={paths.activation()}>{t('activate')}</Link>
        </p>
      </Notice>,
    )
  if (question.answered && site_write.restrict_answer)
    return instead(
      <Notice icon="circleCheck" title={t('answered_already')}>
        <p className="notice-note">
          <Link to={paths.answer(question, question.first_answer_id)}>{t('to_your_answer')}</Link> ·{' '}
          <Link to={paths.editAnswer(question.id, question.first_answer_id)}>{t('edit_your_answer')}</Link>
        </p>
      </Notice>,
    )
  if (reason) return instead(<Notice icon="lock">{reason}</Notice>)
  return <FormAsDrawn question={question} />
}

/** Until its script is there React keeps what the server rendered only as long as nothing around it is rendered again: news of the question leave it alone. */
const FormAsDrawn = memo(function FormAsDrawn({ question }: { question: QuestionToAnswer }) {
  return (
    <Suspense>
      <AnswerForm question={question} />
    </Suspense>
  )
})
