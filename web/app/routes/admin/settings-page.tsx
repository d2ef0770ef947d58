import type { ReactNode } from 'react'
import { type FieldOf, PageForm, type Refusal } from '../../forms.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Settings } from '../../ui/settings.tsx'

interface Props {
  title: string
  lead?: ReactNode
  labels?: Record<string, string>
  children: (field: FieldOf, switched: (name: string, now: boolean) => boolean) => ReactNode
}

/** What was ticked when the form came back refused; else what is saved. */
const switchesOf = (refusal: Refusal | undefined) => (name: string, now: boolean) =>
  refusal ? refusal.values[name] !== undefined : now

/** A page of settings: one form, saved as a whole. */
export function SettingsPage({ title, lead, labels, children }: Props) {
  const t = useText('admin')
  return (
    <>
      <PageMeta title={title} hidden />
      <PageTitle>{title}</PageTitle>
      {lead && <div className="page-lead">{lead}</div>}
      <PageForm labels={labels}>
        {(field, { busy, done, refusal }) => (
          <>
            {done && (
              <Notice kind="success" role="status">
                {t('saved')}
              </Notice>
            )}
            {refusal?.told === 'toast' && (
              // The toast goes before everybody has read what a mail server says.
              <Notice kind="danger" role="alert" title={refusal.message} />
            )}
            <Settings foot={<SubmitButton busy={busy}>{t('save')}</SubmitButton>}>
              {children(field, switchesOf(refusal))}
            </Settings>
          </>
        )}
      </PageForm>
    </>
  )
}
