import type { Reason } from '@askwell/contract/site.ts'
import { type ReactNode, useId } from 'react'
import { FormToken, type Refusal } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { ReasonFields, remarkName } from './reason-fields.tsx'

/** The reasons for flagging: in the dialog, and on a page without scripts. */
export function FlagFields({
  reasons,
  refusal,
  values,
  busy,
  cancel,
}: {
  reasons: Reason[]
  refusal: Refusal | undefined
  /** What the form begins with: what was refused, or a draft. */
  values: Record<string, string>
  busy: boolean
  /** The way back. */
  cancel: ReactNode
}) {
  const t = useText('review')
  const ui = useText('ui')
  const id = useId()
  const { report_type, content, ...others } = refusal?.errors ?? {}
  const general =
    refusal &&
    !refusal.told &&
    (Object.values(others)[0] ?? (report_type || content ? undefined : refusal.message || ui('unreachable')))
  return (
    <>
      {general && <FormErrors errors={{ '': general }} />}
      <FormToken />
      <ReasonFields
        id={id}
        legend={t('flag_why')}
        name="report_type"
        reasons={reasons}
        values={values}
        errors={{ reason: report_type, remark: content }}
      />
      <ButtonRow>
        <SubmitButton busy={busy}>{t('flag')}</SubmitButton>
        {cancel}
      </ButtonRow>
    </>
  )
}

/** The call's fields from the form's. */
export const flagIn = (form: FormData) => {
  const report_type = Number(form.get('report_type') ?? 0)
  return { report_type, content: String(form.get(remarkName(report_type)) ?? '') }
}
