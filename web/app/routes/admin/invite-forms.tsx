import type { Role } from '@askwell/contract/administration.ts'
import { INVITATION_DAYS, INVITATION_USES, INVITED_BY_HAND_MAX } from '@askwell/contract/limits.ts'
import { type FieldOf, PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import '../../ui/panel.css'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** As long as most people take to get round to it. */
const DAYS = 14

interface TermsProps {
  field: FieldOf
  roles: Role[]
  roleLabel?: string
  before?: { role_id: number; days: number }
}
/** The role and how long: what all invitations have. */
export function Terms({ field, roles, roleLabel, before }: TermsProps) {
  const t = useText('people')
  return (
    <>
      <Select
        {...field('role_id', before?.role_id ?? 1)}
        label={roleLabel ?? t('role')}
        options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextInput
        {...field('days', before?.days ?? DAYS)}
        label={t('days')}
        type="number"
        min={INVITATION_DAYS.min}
        max={INVITATION_DAYS.max}
        required
      />
    </>
  )
}

export function InviteForms({ roles }: { roles: Role[] }) {
  const t = useText('people')
  return (
    <div className="panel panel-columns">
      <section aria-labelledby="invite-by-email">
        <div className="panel-head">
          <h2 id="invite-by-email">{t('by_email')}</h2>
        </div>
        <p className="invite-note">{t('by_email_note')}</p>
        <PageForm intent="email" labels={{ e_mails: t('e_mails'), days: t('days') }}>
          {(field, { busy }) => (
            <div className="invite-form">
              <Textarea
                {...field('e_mails')}
                label={t('e_mails')}
                help={t('e_mails_help', { max: INVITED_BY_HAND_MAX })}
                rows={3}
                spellCheck={false}
                required
              />
              <div className="invite-terms">
                <Terms field={field} roles={roles} />
              </div>
              <SubmitButton busy={busy}>{t('send')}</SubmitButton>
            </div>
          )}
        </PageForm>
      </section>
      <section aria-labelledby="invite-by-link">
        <div className="panel-head">
          <h2 id="invite-by-link">{t('by_link')}</h2>
        </div>
        <p className="invite-note">{t('by_link_note')}</p>
        <PageForm intent="link" labels={{ max_uses: t('uses'), days: t('days') }}>
          {(field, { busy, done }) => (
            <div className="invite-form">
              {done && (
                <Notice kind="success" role="status" title={t('link_made')}>
                  <p>
                    <code className="made-link" dir="ltr">
                      {(done.value as { url: string }).url}
                    </code>
                  </p>
                  <CopyButton text={(done.value as { url: string }).url} />
                </Notice>
              )}
              <TextInput
                {...field('max_uses', 1)}
                label={t('uses')}
                help={t('uses_help')}
                type="number"
                min={INVITATION_USES.min}
                max={INVITATION_USES.max}
                required
              />
              <div className="invite-terms">
                <Terms field={field} roles={roles} />
              </div>
              <SubmitButton busy={busy}>{t('make_link')}</SubmitButton>
            </div>
          )}
        </PageForm>
      </section>
    </div>
  )
}
