import { createTag } from '@askwell/contract/tags.ts'
import { useState } from 'react'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
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
      slug_name: text(form, 'slug_name'),
      original_text: text(form, 'original_text'),
    },
  })
  return redirect(paths.tagInfo(slug_name))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function CreateTag() {
  const t = useText('tags')
  const [dirty, setDirty] = useState(false)
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
      <PageForm labels={useTagLabels()} onInput={() => setDirty(true)}>
        {(field, { busy }) => (
          <>
            <TagFields field={field} onChange={() => setDirty(true)} />
            <ButtonRow>
              <SubmitButton busy={busy}>{t('create_send')}</SubmitButton>
              <ButtonLink to={paths.tags()}>{t('cancel')}</ButtonLink>
            </ButtonRow>
            <LeavePrompt unsaved={dirty && !busy} />
          </>
        )}
      </PageForm>
    </PageFrame>
  )
}
