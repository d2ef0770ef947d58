import { editQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { useState } from 'react'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type Visit } from '../../session.ts'
import { LeavePrompt } from '../../shared/leave-prompt.tsx'
import { PageFrame } from '../../shared/page-frame.tsx'
import { PageMeta } from '../../shared/page-meta.tsx'
import { useText } from '../../text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { wordsOf } from '../../ui/tag-input.tsx'
import { EditAdvice } from './edit-advice.tsx'
import { MovedOn, movedOn } from './moved-on.tsx'
import { QuestionFields, SummaryField, useFieldLabels } from './question-fields.tsx'
import type { Route } from './+types/edit.ts'

const load = async ({ call, params }: Visit) => ({ question: await call(questionInfo, { query: { id: params.questionId! } }) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params }: Submission) => {
  const id = params.questionId!
  const revision_id = text(form, 'revision_id')
  const { url_title } = await call(editQuestion, {
    body: {
      id, title: text(form, 'title'), content: text(form, 'content'), tags: wordsOf(text(form, 'tags')).map((slug_name) => ({ slug_name })),
      edit_summary: text(form, 'edit_summary'), ...(revision_id && { revision_id }),
    },
  })
  return redirect(paths.question({ id, url_title }))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function EditQuestion({ loaderData: { question } }: Route.ComponentProps) {
  const t = useText('ask')
  const [dirty, setDirty] = useState(false)
  const tags = question.tags.map(({ slug_name }) => slug_name).join(', ')
  return (
    <PageFrame width="two" aside={<EditAdvice />} asideLabel={t('advice')}>
      <PageMeta title={t('edit_title')} hidden />
      <PageTitle note={<Link to={paths.question(question)}>{question.title}</Link>}>{t('edit_title')}</PageTitle>
      <PageForm labels={useFieldLabels()} noValidate onInput={() => setDirty(true)}>
        {(field, { busy, refusal }) => {
          const theirs = movedOn(refusal)
          return (
            <>
              {theirs && <MovedOn theirs={theirs} />}
              <input type="hidden" name="revision_id" value={theirs?.revision_id ?? question.revision_id ?? ''} />
              <QuestionFields field={field} before={{ title: question.title, content: question.content, tags }} onChange={() => setDirty(true)} />
              <SummaryField field={field} />
              <ButtonRow><SubmitButton busy={busy}>{t('save')}</SubmitButton><ButtonLink to={paths.question(question)}>{t('cancel')}</ButtonLink></ButtonRow>
              <LeavePrompt unsaved={dirty && !busy} />
            </>
          )
        }}
      </PageForm>
    </PageFrame>
  )
}
