import type { Role } from '@askwell/contract/administration.ts'
import { DISPLAY_NAME, PASSWORD, SUSPENSION_NOTE_MAX, SUSPENSIONS, USERNAME } from '@askwell/contract/limits.ts'
import type { AdminUser } from '@askwell/contract/user-administration.ts'
import type { ReactNode } from 'react'
import { type FieldOf, PageForm } from '../../forms.tsx'
import { type Translate, useText } from '../../i18n/text.tsx'
import { FormButtons, SubmitButton } from '../../ui/button.tsx'
import { ChoiceGroup, Radio } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

export type Act =
  | 'profile'
  | 'password'
  | 'factors'
  | 'role'
  | 'suspend'
  | 'unsuspend'
  | 'deactivate'
  | 'activate'
  | 'restore'
  | 'activation'

interface Props {
  act: Act
  user: AdminUser
  roles: Role[]
  back: string
}

/** One thing to do to an account: what it does, what it needs to know, and the button. */
export function UserDialog({ act, user, roles, back }: Props) {
  const t = useText('admin')
  return (
    <PageDialog title={t(`do_${act}`)} back={back}>
      <p>{t(`do_${act}_help`)}</p>
      {act === 'activation' ? (
        <Activation back={back} />
      ) : (
        <ActForm act={act} back={back}>
          {fieldsOf[act]?.({ t, user, roles })}
        </ActForm>
      )}
    </PageDialog>
  )
}

const DANGER: Act[] = ['factors', 'suspend', 'deactivate']

function ActForm({
  act,
  back,
  children,
}: {
  act: Exclude<Act, 'activation'>
  back: string
  children?: (field: FieldOf) => ReactNode
}) {
  const t = useText('admin')
  return (
    <PageForm
      intent={act}
      labels={{ display_name: t('name'), username: t('username'), email: t('email'), password: t('new_password') }}
    >
      {(field, { busy }) => (
        <>
          {children?.(field)}
          <FormButtons back={back} leave={t('cancel')}>
            <SubmitButton look={DANGER.includes(act) ? 'danger-fill' : 'primary'} busy={busy}>
              {t(`do_${act}_now`)}
            </SubmitButton>
          </FormButtons>
        </>
      )}
    </PageForm>
  )
}

interface Known {
  t: Translate<'admin'>
  user: AdminUser
  roles: Role[]
}

const fieldsOf: Partial<Record<Act, (known: Known) => (field: FieldOf) => ReactNode>> = {
  profile:
    ({ t, user }) =>
    (field) => (
      <>
        <TextInput
          {...field('display_name', user.display_name)}
          label={t('name')}
          maxLength={DISPLAY_NAME.max}
          required
        />
        <TextInput
          {...field('username', user.username)}
          label={t('username')}
          help={t('username_help')}
          maxLength={USERNAME.max}
          required
        />
        <TextInput
          {...field('email', user.e_mail)}
          label={t('email')}
          help={t('email_change_help')}
          type="email"
          required
        />
      </>
    ),
  password:
    ({ t }) =>
    (field) => (
      <TextInput
        {...field('password')}
        label={t('new_password')}
        help={t('password_help', PASSWORD)}
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD.max}
        required
      />
    ),
  role:
    ({ t, user, roles }) =>
    (field) => (
      <ChoiceGroup label={t('role')}>
        {roles.map(({ id, name, description }) => (
          <Radio
            key={id}
            name="role_id"
            value={String(id)}
            label={name}
            help={description}
            defaultChecked={field('role_id', user.role_id).defaultValue === String(id)}
          />
        ))}
      </ChoiceGroup>
    ),
  suspend:
    ({ t, user }) =>
    (field) => (
      <>
        <Select
          {...field('suspend_duration')}
          label={t('suspend_duration')}
          options={SUSPENSIONS.map((value) => ({ value, label: t(`for_${value}`) }))}
        />
        <Textarea
          {...field('note', user.suspension_note)}
          label={t('suspension_note')}
          help={t('suspension_note_help')}
          rows={3}
          maxLength={SUSPENSION_NOTE_MAX}
        />
      </>
    ),
}

/** For who gets no mail: a link to hand over, or the mail once more. */
function Activation({ back }: { back: string }) {
  const t = useText('admin')
  return (
    <>
      <PageForm intent="link">
        {(_field, { busy, done }) =>
          done ? (
            <Notice kind="info" title={t('activation_link')}>
              <p>
                <code>{(done.value as { activation_url: string }).activation_url}</code>
              </p>
            </Notice>
          ) : (
            <SubmitButton look="plain" busy={busy}>
              {t('activation_show')}
            </SubmitButton>
          )
        }
      </PageForm>
      <PageForm intent="mail">
        {(_field, { busy, done }) => (
          <>
            {done && (
              <Notice kind="success" role="status">
                {t('mail_sent')}
              </Notice>
            )}
            <FormButtons back={back} leave={t('close')}>
              <SubmitButton look="plain" busy={busy}>
                {t('activation_mail')}
              </SubmitButton>
            </FormButtons>
          </>
        )}
      </PageForm>
    </>
  )
}
