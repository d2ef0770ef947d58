import { DISPLAY_NAME, PASSWORD } from '@askwell/contract/limits.ts'
import { legalText } from '@askwell/contract/site.ts'
import { PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import type { RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** Which terms there are: nobody agrees to what isn't written. */
export const writtenTerms = async ({ call }: Pick<RouteContext, 'call'>) => {
  const [tos, privacy] = await Promise.all([
    call(legalText, { query: { info_type: 'tos' } }),
    call(legalText, { query: { info_type: 'privacy' } }),
  ])
  return {
    tos: Boolean(tos.terms_of_service_original_text),
    privacy: Boolean(privacy.privacy_policy_original_text),
  }
}

interface Props {
  terms: Awaited<ReturnType<typeof writtenTerms>>
  /** On the button. */
  submit: string
  /** What somebody may be called. */
  name?: string
  /** The address that is known already. */
  e_mail?: string
}

/** Name, address and password of a new account, whether somebody registers or was invited. */
export function NewAccountForm({ terms: { tos, privacy }, submit, name, e_mail }: Props) {
  const t = useText('account')
  return (
    <PageForm labels={{ name: t('name'), e_mail: t('email'), pass: t('password') }}>
      {(field, { busy }) => (
        <>
          {e_mail && <p className="login-lead">{t('invitation_address', { e_mail })}</p>}
          <TextInput
            {...field('name', name)}
            label={t('name')}
            help={t('name_help')}
            maxLength={DISPLAY_NAME.max}
            autoComplete="nickname"
            required
            autoFocus
          />
          {!e_mail && (
            <TextInput
              {...field('e_mail')}
              label={t('email')}
              help={t('email_help')}
              type="email"
              autoComplete="email"
              required
            />
          )}
          <TextInput
            {...field('pass')}
            label={t('password')}
            help={t('password_help', PASSWORD)}
            type="password"
            autoComplete="new-password"
            maxLength={PASSWORD.max}
            required
          />
          {(tos || privacy) && (
            <p className="login-lead">
              {t('agree')} {tos && <Link to={paths.tos()}>{t('tos')}</Link>}
              {tos && privacy && ' · '}
              {privacy && <Link to={paths.privacy()}>{t('privacy')}</Link>}
            </p>
          )}
          <SubmitButton block size="large" busy={busy}>
            {submit}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}
