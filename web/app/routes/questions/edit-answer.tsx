import { answerInfo, editAnswer } from '@askwell/contract/answers.ts'
import { CONTENT } from '@askwell/contract/limits.ts'
import { useState } from 'react'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type Visit } from '../../session.ts'
import { renderText, uploadImage } from '../../shared/editor-calls.ts'
import { LeavePrompt } from '../../shared/leave-prompt.tsx'
import { MarkdownField } from '../../shared/markdown-field.tsx'
import { PageFrame } from '../../shared/page-frame.tsx'
import { PageMeta } from '../../shared/page-meta.tsx'
import { useText } from '../../text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EditAdvice } from './edit-advice.tsx'
import { MovedOn, movedOn } from './moved-on.tsx'
import { SummaryField } from './question-fields.tsx'
import type { Route } from './+types/edit-answer.ts'

const load = ({ call, params }: Visit) => call(answerInfo, { query: { id: params.answerId! } })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params }: Submission) => {
  const id = params.answerId!
  const revision_id = text(form, 'revision_id')
  await call(editAnswer, { body: { id, content: text(form, 'content'), edit_summary: text(form, 'edit_summary'), ...(revision_id && { revision_id }) } })
  // The question's page puts its title into the address itself.
  return redirect(paths.answer({ id: params.questionId!, url_title: '' }, id))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function EditAnswer({ loaderData: { info, question } }: Route.ComponentProps) {
  const t = useText('ask')
  const [dirty, setDirty] = useState(false)
  return (
    <PageFrame width="two" aside={<EditAdvice />} asideLabel={t('advice')}>
      <PageMeta title={t('edit_answer_title')} hidden />
      <PageTitle note={<Link to={paths.answer(question, info.id)}>{question.title}</Link>}>{t('edit_answer_title')}</PageTitle>
      <PageForm noValidate onInput={() => setDirty(true)}>
        {(field, { busy, refusal }) => {
          const theirs = movedOn(refusal)
          return (
            <>
              {theirs && <MovedOn theirs={theirs} />}
              <input type="hidden" name="revision_id" value={theirs?.revision_id ?? info.revision_id ?? ''} />
              <MarkdownField
                {...field('content', info.content)} label={t('your_text')} help={t('answer_help', { min: CONTENT.min })} rows={14} render={renderText} upload={uploadImage}
                onChange={() => setDirty(true)}
              />
              <SummaryField field={field} />
              <ButtonRow><SubmitButton busy={busy}>{t('save')}</SubmitButton><ButtonLink to={paths.answer(question, info.id)}>{t('cancel')}</ButtonLink></ButtonRow>
              <LeavePrompt unsaved={dirty && !busy} />
            </>
          )
        }}
      </PageForm>
    </PageFrame>
  )
}
