import { answerInfo, editAnswer } from '@askwell/contract/answers.ts'
import { CONTENT } from '@askwell/contract/limits.ts'
import { data, redirect } from 'react-router'
import { dropDraft } from '../../draft-storage.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { membersWhoSee, renderText, uploadImage } from '../../components/editor/editor-calls.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { WaitingEdit, waitingFirst } from '../../components/moderation/waiting-edit.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EditAdvice } from './edit-advice.tsx'
import { MovedOn, movedOn } from './moved-on.tsx'
import { SummaryField } from './question-fields.tsx'
import type { Route } from './+types/edit-answer.ts'

const load = async ({ call, params, url }: RouteContext) => {
  const waiting = await waitingFirst(call, params.answerId!, url)
  const loaded = { ...(await call(answerInfo, { query: { id: params.answerId! } })), waiting }
  return waiting ? data(loaded, { status: 403 }) : loaded
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params }: Submission) => {
  const id = params.answerId!
  const revision_id = text(form, 'revision_id')
  const { wait_for_review } = await call(editAnswer, {
    body: {
      id,
      content: text(form, 'content'),
      edit_summary: text(form, 'edit_summary'),
      ...(revision_id && { revision_id }),
    },
  })
  dropDraft(draftOf(id))
  if (wait_for_review) return redirect(`${paths.suggestion(id)}?sent=1`)
  // The question's page puts its title into the address itself.
  return redirect(paths.answer({ id: params.questionId!, url_title: '' }, id))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const draftOf = (id: string) => `edit-${id}`
const FIELDS = ['content', 'edit_summary', 'revision_id']

export default function EditAnswer({ loaderData: { info, question, waiting } }: Route.ComponentProps) {
  const t = useText('ask')
  const { form, keep, dirty, saved_at, version, begin, discard } = useDraft(draftOf(info.id), FIELDS, true)
  if (waiting)
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
      <PageMeta title={t('edit_answer_title')} hidden />
      <PageTitle note={<Link to={paths.answer(question, info.id)}>{question.title}</Link>}>
        {t('edit_answer_title')}
      </PageTitle>
      <PageForm key={version} ref={form} onInput={keep}>
        {(field, { busy, refusal }) => {
          const theirs = movedOn(refusal)
          return (
            <>
              {theirs && <MovedOn theirs={theirs} />}
              <input
                type="hidden"
                name="revision_id"
                value={theirs?.revision_id ?? begin(field)('revision_id', info.revision_id).defaultValue ?? ''}
              />
              <MarkdownField
                {...begin(field)('content', info.content)}
                label={t('your_text')}
                help={t('answer_help', { min: CONTENT.min })}
                rows={14}
                render={renderText}
                upload={uploadImage}
                findMembers={membersWhoSee(info.id)}
                onChange={keep}
              />
              <SummaryField field={begin(field)} />
              <ButtonRow>
                <SubmitButton busy={busy}>{t('save')}</SubmitButton>
                <ButtonLink to={paths.answer(question, info.id)}>{t('cancel')}</ButtonLink>
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
