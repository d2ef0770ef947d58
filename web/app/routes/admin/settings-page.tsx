import { type ReactNode, useState } from 'react'
import { type FieldOf, type Outcome, PageForm, switchesOf, useOutcome } from '../../forms.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Settings } from '../../ui/settings.tsx'

interface Props {
  title: string
  lead?: ReactNode
  labels?: Record<string, string>
  children: (field: FieldOf, switched: (name: string, now: boolean) => boolean) => ReactNode
}

/** What was only tried isn't saved. */
const isTrial = (outcome: Outcome | undefined) =>
  outcome?.ok === true && (outcome.value as { only_tried?: boolean } | null)?.only_tried === true

/** Whether the form holds what isn't saved: it was refused, or changed since it was opened or saved. */
const useUnsaved = () => {
  const outcome = useOutcome('')
  const [changed, setChanged] = useState<{ after: Outcome | undefined }>()
  return {
    tried: isTrial(outcome),
    unsaved: outcome?.ok === false || isTrial(outcome) || (changed !== undefined && changed.after === outcome),
    change: () => setChanged({ after: outcome }),
  }
}

/** A page of settings: one form, saved as a whole. */
export function SettingsPage({ title, lead, labels, children }: Props) {
  const t = useText('admin')
  const { unsaved, tried, change } = useUnsaved()
  return (
    <>
      <PageMeta title={title} hidden />
      <PageTitle>{title}</PageTitle>
      {lead && <div className="page-lead">{lead}</div>}
      <PageForm labels={labels} onInput={change}>
        {(field, { busy, done, refusal }) => (
          <>
            {refusal?.told === 'toast' && (
              // The toast goes before everybody has read what a mail server says.
              <Notice kind="danger" role="alert" title={refusal.message} />
            )}
            <Settings
              foot={<SaveFoot save={t('save')} saved={t('saved')} busy={busy} done={tried ? undefined : done} />}
            >
              {children(field, switchesOf(refusal))}
            </Settings>
            <LeavePrompt unsaved={unsaved && !busy} />
          </>
        )}
      </PageForm>
    </>
  )
}
