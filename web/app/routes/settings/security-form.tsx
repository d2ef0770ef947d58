import type { ReactNode } from 'react'
import { PASSWORD } from '@askwell/contract/limits.ts'
import { Form } from 'react-router'
import { type FieldOf, FormToken } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSite } from '../../root-data.ts'
import './security.css'

/** One thing to do, alone on the tab: it works without scripts, and each field is there once. */
export function Step({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const t = useText('security')
  return (
    <div className="security-form">
      <Panel title={title}>
        <p className="security-back">
          <Link to={paths.settings('account')}>{t('back')}</Link>
        </p>
        {lead && <p className="security-lead">{lead}</p>}
        {children}
      </Panel>
    </div>
  )
}

/** Asked once more before what guards an account is changed. */
export function PasswordOnceMore({ field, asked }: { field: FieldOf; asked: boolean }) {
  const t = useText('security')
  return asked ? (
    <TextInput
      {...field('pass')}
      label={t('password')}
      help={t('password_help')}
      type="password"
      autoComplete="current-password"
      maxLength={PASSWORD.max}
      required
    />
  ) : null
}

/** A small form of one button in a row of a list, and perhaps a choice before it. */
export function RowForm({
  intent,
  fields = {},
  label,
  choice,
  children,
}: {
  intent: string
  fields?: Record<string, string>
  label?: string
  choice?: ReactNode
  children: ReactNode
}) {
  return (
    <Form method="post" replace className="security-row-form">
      <FormToken />
      {choice}
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton look="plain" size="small" aria-label={label}>
        {children}
      </SubmitButton>
    </Form>
  )
}

/** Both need scripts; without them the codes can be selected and copied. */
function KeepCodes({ codes }: { codes: string[] }) {
  const t = useText('security')
  const { name } = useSite().general
  const lines = codes.join('\n')
  const copy = async () => {
    if (await copyText(lines)) showToast(t('codes_copied'))
    else showToast(t('codes_not_copied'), 'warning')
  }
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${t('codes')}, ${name}\n\n${lines}\n`], { type: 'text/plain' }))
    link.download = 'recovery-codes.txt'
    link.click()
    // Some browsers read it only after the press.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }
  return (
    <div className="security-keep needs-script">
      <Button onClick={() => void copy()}>{t('codes_copy')}</Button>
      <Button onClick={save}>{t('codes_save')}</Button>
    </div>
  )
}

/** Shown this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useText('security')
  return (
    <>
      <Notice kind="success" role="status" title={t('done_title')}>
        {codes.length > 0 ? t('codes_lead') : t('done')}
      </Notice>
      {codes.length > 0 && (
        <ul className="security-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      )}
      {codes.length > 0 && <KeepCodes codes={codes} />}
      <p>
        <ButtonLink look="primary" to={paths.settings('account')}>
          {codes.length > 0 ? t('codes_kept') : t('back')}
        </ButtonLink>
      </p>
    </>
  )
}
