import { answerInfo, deleteAnswer, recoverAnswer } from '@askwell/contract/answers.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import {
  closeQuestion,
  deleteQuestion,
  operateQuestion,
  questionInfo,
  recoverQuestion,
  reopenQuestion,
} from '@askwell/contract/questions.ts'
import { decideQueued } from '@askwell/contract/reviews.ts'
import { reasons as reasonsCall } from '@askwell/contract/site.ts'
import { data, redirect, useActionData, useNavigation, Form } from 'react-router'
import { FormToken, inBrowserSubmit, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { CaptchaFields } from '../../components/captcha/captcha-fields.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { IN_LIST, isStateAct, type StateAct, titleKey } from '../../components/moderation/state-acts.ts'
import { lookOf, remarkOf, StateFields } from '../../components/moderation/state-form.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Route } from './+types/state.ts'

const NOT_FOUND = 404
const OF_ANSWERS: StateAct[] = ['approve', 'delete', 'undelete', 'erase']

const actIn = ({ params }: RouteContext): StateAct => {
  const { act, answerId } = params
  if (!isStateAct(act) || (answerId && !OF_ANSWERS.includes(act))) throw data(null, { status: NOT_FOUND })
  return act
}

const load = async (visit: RouteContext) => {
  const { call, params, url } = visit
  const act = actIn(visit)
  const { id, title, url_title } = params.answerId
    ? (await call(answerInfo, { query: { id: params.answerId } })).question
    : await call(questionInfo, { query: { id: params.questionId! } })
  const reasons =
    act === 'close' ? await call(reasonsCall, { query: { object_type: 'question', action: 'close' } }) : []
  const seen = url.searchParams.get('seen') ?? undefined
  return { act, reasons, question: { id, title, url_title }, answer_id: params.answerId, seen }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const change = ({ call, form }: Submission, act: StateAct, question_id: string, answer_id: string | undefined) => {
  const close_type = text(form, 'close_type')
  switch (act) {
    case 'approve':
      return call(decideQueued, {
        body: {
          object_id: answer_id ?? question_id,
          status: 'approve',
          ...(text(form, 'seen') && { text_version: text(form, 'seen') }),
        },
      })
    case 'close':
      return call(closeQuestion, {
        body: { id: question_id, close_type: Number(close_type), close_msg: text(form, remarkOf(close_type)) },
      })
    case 'reopen':
      return call(reopenQuestion, { body: { question_id } })
    case 'pin':
    case 'unpin':
    case 'hide':
    case 'show':
      return call(operateQuestion, { body: { id: question_id, operation: act } })
    case 'delete':
      return answer_id
        ? call(deleteAnswer, { body: { id: answer_id } })
        : call(deleteQuestion, { body: { id: question_id } })
    case 'undelete':
      return answer_id ? call(recoverAnswer, { body: { answer_id } }) : call(recoverQuestion, { body: { question_id } })
    case 'erase':
      return call(deletePermanently, {
        body: answer_id ? { type: 'answers', object_id: answer_id } : { type: 'questions', object_id: question_id },
      })
  }
}

/** Back to the question; from the dialog one stays where one is, but for a question that isn't there any more. */
const send = async (submission: Submission) => {
  const act = actIn(submission)
  const {
    call,
    form,
    params: { questionId, answerId },
  } = submission
  await change(submission, act, questionId!, answerId)
  const dialog = text(form, 'dialog')
  if (act === 'erase' && !answerId && dialog !== IN_LIST) return redirect(paths.home())
  if (dialog) return null
  const question = await call(questionInfo, { query: { id: questionId! } })
  return redirect(answerId && act !== 'erase' ? paths.answer(question, answerId) : paths.question(question))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** The dialogs of a question's page, for visitors without scripts. */
export default function ChangeState({ loaderData: { act, reasons, question, answer_id, seen } }: Route.ComponentProps) {
  const t = useText('states')
  const ui = useText('ui')
  const outcome = useActionData() as Outcome | undefined
  const refusal = outcome && !outcome.ok ? outcome : undefined
  const busy = useNavigation().state !== 'idle'
  const post = { question_id: question.id, answer_id, revision_id: seen }
  const back = answer_id ? paths.answer(question, answer_id) : paths.question(question)
  return (
    <PageFrame>
      <PageMeta title={t(titleKey(act, post))} hidden />
      <PageTitle>{t(titleKey(act, post))}</PageTitle>
      <Panel
        title={
          <Link to={back} dir="auto">
            {question.title}
          </Link>
        }
      >
        <Form method="post" className="state-page" noValidate>
          <FormToken />
          <StateFields act={act} post={post} reasons={reasons} refusal={refusal} />
          {refusal?.captcha && <CaptchaFields captcha={refusal.captcha} error={refusal.errors.captcha_code} />}
          <ButtonRow>
            <SubmitButton look={lookOf(act)} busy={busy}>
              {t(`${act}_send`)}
            </SubmitButton>
            <ButtonLink to={back}>{ui('cancel')}</ButtonLink>
          </ButtonRow>
        </Form>
      </Panel>
    </PageFrame>
  )
}
