import { editQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { data, redirect } from 'react-router'
import { dropDraft } from '../../draft-storage.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { NEW_TAGS, tagsIn } from '../../components/editor/new-tags.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { WaitingEdit, waitingFirst } from '../../components/moderation/waiting-edit.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EditAdvice } from './edit-advice.tsx'
import { MovedOn, movedOn } from './moved-on.tsx'
import { QuestionFields, SummaryField, useFieldLabels } from './question-fields.tsx'
import type { Route } from './+types/edit.ts'

const load = async ({ call, params, url }: RouteContext) => {
  const waiting = await waitingFirst(call, params.questionId!, url)
  const loaded = { question: await call(questionInfo, { query: { id: params.questionId! } }), waiting }
  return waiting ? data(loaded, { status: 403 }) : loaded
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params }: Submission) => {
  const id = params.questionId!
  const revision_id = text(form, 'revision_id')
  const { url_title, wait_for_review } = await call(editQuestion, {
    body: {
      id,
      title: text(form, 'title'),
      content: text(form, 'content'),
      tags: tagsIn(form),
      edit_summary: text(form, 'edit_summary'),
      ...(revision_id && { revision_id }),
    },
  })
  dropDraft(draftOf(id))
  return redirect(wait_for_review ? `${paths.suggestion(id)}?sent=1` : paths.question({ id, url_title }))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const draftOf = (id: string) => `edit-${id}`
const FIELDS = ['title', 'content', 'tags', NEW_TAGS, 'edit_summary', 'revision_id']

export default function EditQuestion({ loaderData: { question, waiting } }: Route.ComponentProps) {
  const t = useText('ask')
  const { form, keep, dirty, saved_at, version, begin, discard } = useDraft(draftOf(question.id), FIELDS, true)
  const labels = useFieldLabels()
  const tags = question.tags.map(({ slug_name }) => slug_name).join(', ')
  if (waiting)
    return (
      <WaitingEdit title={t('edit_title')} name={question.title} address={paths.question(question)} waiting={waiting} />
    )
  return (
    <PageFrame width="two" aside={<EditAdvice />} asideLabel={t('advice')}>
      <PageMeta title={t('edit_title')} hidden />
      <PageTitle note={<Link to={paths.question(question)}>{question.title}</Link>}>{t('edit_title')}</PageTitle>
      <PageForm key={version} ref={form} labels={labels} onInput={keep}>
        {(field, { busy, refusal }) => {
          const theirs = movedOn(refusal)
          return (
            <>
              {theirs && <MovedOn theirs={theirs} />}
              <input
                type="hidden"
                name="revision_id"
                value={theirs?.revision_id ?? begin(field)('revision_id', question.revision_id).defaultValue ?? ''}
              />
              <QuestionFields
                field={begin(field)}
                before={{ title: question.title, content: question.content, tags }}
                object_id={question.id}
                onChange={keep}
              />
              <SummaryField field={begin(field)} />
              <ButtonRow>
                <SubmitButton busy={busy}>{t('save')}</SubmitButton>
                <ButtonLink to={paths.question(question)}>{t('cancel')}</ButtonLink>
                {saved_at !== null && <Button onClick={discard}>{t('discard')}</Button>}
                <DraftNote saved_at={saved_at} />
              </ButtonRow>
              <LeavePrompt unsaved={dirty && !busy} />
            </>
          )
        }}
      </PageForm>
    </PageFrame>
  )
}
