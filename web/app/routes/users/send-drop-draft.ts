import { deleteDraft } from '@askwell/contract/drafts.ts'
import { dropDraft } from '../../drop-draft.ts'
import { type Submission, text } from '../../forms.tsx'

/** What the form beside a draft is told apart by. */
export const DROP_DRAFT = 'drop_draft'

export const sendDropDraft = async ({ call, form }: Submission) => {
  const name = text(form, 'name')
  await call(deleteDraft, { body: { name } })
  dropDraft(name)
}
