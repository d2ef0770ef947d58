import { slugOf } from '@askwell/contract/tag-slug.ts'
import { createTag } from '@askwell/contract/tags.ts'
import { redirect } from 'react-router'
import { dropDraft } from '../../drop-draft.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { TagFields, useTagLabels } from './tag-fields.tsx'

const send = async ({ call, form }: Submission) => {
  const { slug_name } = await call(createTag, {
    body: {
      display_name: text(form, 'display_name'),
      slug_name: text(form, 'slug_name').trim() || slugOf(text(form, 'display_name')),
      original_text: text(form, 'original_text'),
    },
  })
  dropDraft(DRAFT)
  return redirect(paths.tagInfo(slug_name))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const DRAFT = 'new-tag'
const FIELDS = ['display_name', 'slug_name', 'original_text']

export default function CreateTag() {
  const t = useText('tags')
  const { form, keep, unsaved, version, begin, draft } = useDraft(DRAFT, FIELDS)
  return (
    <PageFrame
      width="two"
      asideLabel={t('advice')}
      aside={
        <AsideSection id="good-tags" title={t('advice')}>
          <p className="page-lead">{t('advice_note')}</p>
        </AsideSection>
      }
    >
      <PageMeta title={t('create_title')} hidden />
      <PageTitle>{t('create_title')}</PageTitle>
      <PageForm key={version} ref={form} labels={useTagLabels()} onInput={keep}>
        {(field, { busy }) => (
          <>
            <TagFields field={begin(field)} onChange={keep} />
            <ButtonRow>
              <SubmitButton busy={busy}>{t('create_send')}</SubmitButton>
              <ButtonLink to={paths.tags()} onClick={draft.discard}>
                {t('cancel')}
              </ButtonLink>
            </ButtonRow>
            <DraftNote draft={draft} />
            <LeavePrompt unsaved={unsaved && !busy} />
          </>
        )}
      </PageForm>
    </PageFrame>
  )
}
