import { answerInfo, editAnswer } from '@askwell/contract/answers.ts'
import { CONTENT } from '@askwell/contract/limits.ts'
import { data, redirect } from 'react-router'
import { dropDraft } from '../../drop-draft.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { usersWhoSee, renderText, sendFile } from '../../components/editor/editor-calls.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { lookForSecrets, SecretsMeant } from '../../components/editor/look/secrets.tsx'
import { MovedOn, movedOn } from '../../components/editor/moved-on.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import {
  editDraft,
  needsReview,
  ownSuggestion,
  OwnWaits,
  NothingChanged,
  Replaces,
  WaitingEdit,
  waitingFirst,
  wasNothing,
} from '../../components/moderation/waiting-edit.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EditAdvice } from './edit-advice.tsx'
import { SummaryField } from './question-fields.tsx'
import type { Route } from './+types/edit-answer.ts'

const load = async ({ call, params, url }: RouteContext) => {
  const waiting = await waitingFirst(call, params.answerId!, url)
  const loaded = {
    ...(await call(answerInfo, { query: { id: params.answerId! } })),
    waiting,
    reviewed: await needsReview(call, params.answerId!),
  }
  return waiting && !waiting.isOwn ? data(loaded, { status: 403 }) : loaded
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async (submission: Submission) => {
  const { call, form, params } = submission
  await lookForSecrets(submission, ['content'])
  const id = params.answerId!
  const [revision_id, suggestion_id] = [text(form, 'revision_id'), text(form, 'suggestion_id')]
  const { wait_for_review } = await call(editAnswer, {
    body: {
      id,
      content: text(form, 'content'),
      edit_summary: text(form, 'edit_summary'),
      ...(revision_id && { revision_id }),
      ...(suggestion_id && { suggestion_id }),
    },
  })
  if (await wasNothing(call, form, id, wait_for_review))
    return redirect(`${paths.editAnswer(params.questionId!, id)}?unchanged=1`)
  dropDraft(editDraft(id, suggestion_id))
  if (wait_for_review) return redirect(`${paths.suggestion(id)}?sent=1`)
  // The question's page puts its title into the address itself.
  return redirect(paths.answer({ id: params.questionId!, url_title: '' }, id))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const FIELDS = ['content', 'edit_summary', 'revision_id']

export default function EditAnswer({ loaderData: { info, question, waiting, reviewed } }: Route.ComponentProps) {
  const t = useText('ask')
  const own = ownSuggestion(waiting)
  const { form, keep, unsaved, version, begin, draft } = useDraft(editDraft(info.id, own?.suggestion_id), FIELDS, true)
  const title = t(reviewed ? 'suggest_title' : 'edit_answer_title')
  if (waiting && !own)
    return (
      <WaitingEdit
        title={t('edit_answer_title')}
        name={question.title}
        address={paths.answer(question, info.id)}
        waiting={waiting}
      />
    )
  return (
    <PageFrame width="two" aside={<EditAdvice />} asideLabel={t('advice')}>
      <PageMeta title={title} hidden />
      <PageTitle note={<Link to={paths.answer(question, info.id)}>{question.title}</Link>}>{title}</PageTitle>
      {own && <OwnWaits object_id={info.id} />}
      {reviewed && !own && (
        <Notice kind="info" icon="clock">
          {t('suggest_note')}
        </Notice>
      )}
      <NothingChanged />
      <PageForm key={version} ref={form} onInput={keep}>
        {(field, { busy, refusal }) => {
          const theirs = movedOn(refusal)
          return (
            <>
              {theirs && <MovedOn theirs={theirs} />}
              <input
                type="hidden"
                name="revision_id"
                value={
                  theirs?.revision_id ??
                  begin(field)('revision_id', own?.revision_id ?? info.revision_id).defaultValue ??
                  ''
                }
              />
              {reviewed && <input type="hidden" name="reviewed" value="1" />}
              <Replaces own={own} refusal={refusal} />
              <MarkdownField
                {...begin(field)('content', own?.content ?? info.content)}
                label={t('your_text')}
                help={t('answer_help', { min: CONTENT.min })}
                minLength={CONTENT.min}
                maxLength={CONTENT.max}
                rows={14}
                render={renderText}
                upload={sendFile}
                findMembers={usersWhoSee(info.id)}
                onChange={keep}
              />
              <SummaryField field={begin(field)} before={own?.summary} />
              <SecretsMeant refusal={refusal} />
              <ButtonRow>
                <SubmitButton busy={busy}>{t(reviewed ? 'suggest_send' : 'save')}</SubmitButton>
                <ButtonLink to={paths.answer(question, info.id)} onClick={draft.discard}>
                  {t('cancel')}
                </ButtonLink>
              </ButtonRow>
              <DraftNote draft={draft} />
              <LeavePrompt unsaved={unsaved && !busy} />
            </>
          )
        }}
      </PageForm>
    </PageFrame>
  )
}
