import { editQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { data, redirect } from 'react-router'
import { dropDraft } from '../../drop-draft.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { lookForSecrets, SecretsMeant } from '../../components/editor/look/secrets.tsx'
import { MovedOn, movedOn } from '../../components/editor/moved-on.tsx'
import { NEW_TAGS, tagsIn } from '../../components/editor/new-tags.ts'
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
import { QuestionFields, SummaryField, useFieldLabels } from './question-fields.tsx'
import type { Route } from './+types/edit.ts'

const load = async ({ call, params, url }: RouteContext) => {
  const waiting = await waitingFirst(call, params.questionId!, url)
  const loaded = {
    question: await call(questionInfo, { query: { id: params.questionId! } }),
    waiting,
    reviewed: await needsReview(call, params.questionId!),
  }
  return waiting && !waiting.isOwn ? data(loaded, { status: 403 }) : loaded
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async (submission: Submission) => {
  const { call, form, params } = submission
  await lookForSecrets(submission, ['title', 'content'])
  const id = params.questionId!
  const [revision_id, suggestion_id] = [text(form, 'revision_id'), text(form, 'suggestion_id')]
  const { url_title, wait_for_review } = await call(editQuestion, {
    body: {
      id,
      title: text(form, 'title'),
      content: text(form, 'content'),
      tags: tagsIn(form),
      edit_summary: text(form, 'edit_summary'),
      ...(revision_id && { revision_id }),
      ...(suggestion_id && { suggestion_id }),
    },
  })
  if (await wasNothing(call, form, id, wait_for_review)) return redirect(`${paths.editQuestion(id)}?unchanged=1`)
  dropDraft(editDraft(id, suggestion_id))
  return redirect(wait_for_review ? `${paths.suggestion(id)}?sent=1` : paths.question({ id, url_title }))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const FIELDS = ['title', 'content', 'tags', NEW_TAGS, 'edit_summary', 'revision_id']

export default function EditQuestion({ loaderData: { question, waiting, reviewed } }: Route.ComponentProps) {
  const t = useText('ask')
  const own = ownSuggestion(waiting)
  const { form, keep, unsaved, version, begin, draft } = useDraft(
    editDraft(question.id, own?.suggestion_id),
    FIELDS,
    true,
  )
  const labels = useFieldLabels()
  const tags = question.tags.map(({ slug_name }) => slug_name).join(', ')
  const title = t(reviewed ? 'suggest_title' : 'edit_title')
  if (waiting && !own)
    return (
      <WaitingEdit title={t('edit_title')} name={question.title} address={paths.question(question)} waiting={waiting} />
    )
  return (
    <PageFrame width="two" aside={<EditAdvice />} asideLabel={t('advice')}>
      <PageMeta title={title} hidden />
      <PageTitle note={<Link to={paths.question(question)}>{question.title}</Link>}>{title}</PageTitle>
      {own && <OwnWaits object_id={question.id} />}
      {reviewed && !own && (
        <Notice kind="info" icon="clock">
          {t('suggest_note')}
        </Notice>
      )}
      <NothingChanged />
      <PageForm key={version} ref={form} labels={labels} onInput={keep}>
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
                  begin(field)('revision_id', own?.revision_id ?? question.revision_id).defaultValue ??
                  ''
                }
              />
              {reviewed && <input type="hidden" name="reviewed" value="1" />}
              <Replaces own={own} refusal={refusal} />
              <QuestionFields
                field={begin(field)}
                before={own ?? { title: question.title, content: question.content, tags }}
                object_id={question.id}
                onChange={keep}
              />
              <SummaryField field={begin(field)} before={own?.summary} />
              <SecretsMeant refusal={refusal} />
              <ButtonRow>
                <SubmitButton busy={busy}>{t(reviewed ? 'suggest_send' : 'save')}</SubmitButton>
                <ButtonLink to={paths.question(question)} onClick={draft.discard}>
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
