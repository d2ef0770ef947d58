import { bindByCode, bindByEmail, pendingLogin } from '@askwell/contract/connectors.ts'
import { CODE_TYPED_MAX, EMAIL_MAX } from '@askwell/contract/limits.ts'
import { placeBefore } from '@askwell/contract/own-path.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { redirectDocument, useActionData, useLocation } from 'react-router'
import { inBrowserSubmit, isOn, onServerSubmit, type Outcome, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { secondEntry } from './second-entry.ts'
import { SecondStep, secondStepIn } from './second-step.tsx'
import type { Route } from './+types/confirm-email.ts'

const keyIn = (url: URL) => url.searchParams.get('binding_key') ?? ''

const load = async ({ call, url }: RouteContext) => {
  const binding_key = keyIn(url)
  if (!binding_key) return { pending: null }
  try {
    return { pending: await call(pendingLogin, { query: { binding_key } }) }
  } catch (error) {
    if (error instanceof CallFailed && error.status === 400) return { pending: null } // too old, or begun in another browser
    throw error
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** How far it has come, and for which address. */
interface Named {
  step: 'exists' | 'mailed'
  email: string
}
const CODE = 'code'

const nameAddress = async ({ call, form, url }: Submission): Promise<Named> => {
  const email = text(form, 'email')
  const { email_exist_and_must_be_confirmed: exists } = await call(bindByEmail, {
    body: { binding_key: keyIn(url), email, must: isOn(form, 'must') },
  })
  return { step: exists ? 'exists' : 'mailed', email }
}

const send = async (submission: Submission) => {
  const { call, form, url, setToken } = submission
  const user =
    text(form, 'intent') === CODE
      ? await call(bindByCode, { body: { binding_key: keyIn(url), code: text(form, 'code') } })
      : await secondEntry(submission)
  if (!user) return nameAddress(submission)
  setToken(user.access_token)
  return redirectDocument(placeBefore(url.searchParams.get('from')))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send, { passErrors: true })

const stepIn = (outcome: Outcome | undefined): Named | undefined => {
  if (outcome?.ok) return outcome.value as Named
  return outcome?.intent === CODE ? { step: 'mailed', email: outcome.values.email ?? '' } : undefined
}

export default function ConfirmEmail({ loaderData: { pending } }: Route.ComponentProps) {
  const t = useText('sign_in')
  const again = useLocation().search
  const outcome = useActionData() as Outcome | undefined
  const second = secondStepIn(outcome)
  if (second) return <SecondStep pending={second} />
  if (!pending)
    return (
      <AccountPage title={t('elsewhere_failed')}>
        <Notice kind="danger">{t('failed_expired')}</Notice>
        <ButtonLink look="primary" block to={paths.login()} reload>
          {t('to_login')}
        </ButtonLink>
      </AccountPage>
    )
  const named = stepIn(outcome)
  if (named?.step === 'mailed')
    return (
      <AccountPage title={t('mailed_title')} lead={t('mailed_lead', { email: named.email })}>
        <PageForm intent={CODE} replace labels={{ code: t('mailed_code') }}>
          {(field, { busy }) => (
            <>
              <input type="hidden" name="email" value={named.email} />
              <TextInput
                {...field('code', '')}
                label={t('mailed_code')}
                help={t('mailed_help')}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={CODE_TYPED_MAX}
                autoFocus
                required
              />
              <SubmitButton block size="large" busy={busy}>
                {t('go_on')}
              </SubmitButton>
            </>
          )}
        </PageForm>
      </AccountPage>
    )
  if (named)
    return (
      <AccountPage title={t('exists_title')} lead={t('exists_lead', { email: named.email, name: pending.name })}>
        <PageForm replace>
          {(_field, { busy }) => (
            <>
              <input type="hidden" name="email" value={named.email} />
              <input type="hidden" name="must" value="on" />
              <SubmitButton block size="large" busy={busy}>
                {t('exists_connect')}
              </SubmitButton>
            </>
          )}
        </PageForm>
        <p className="second-step-foot">
          <ButtonLink block look="quiet" to={`/users/confirm-email${again}`} reload>
            {t('exists_other')}
          </ButtonLink>
        </p>
      </AccountPage>
    )
  return (
    <AccountPage title={t('address_title')} lead={t('address_lead', pending)}>
      <PageForm replace labels={{ email: t('address') }}>
        {(field, { busy }) => (
          <>
            <TextInput
              {...field('email', pending.e_mail)}
              label={t('address')}
              help={t('address_help')}
              type="email"
              autoComplete="email"
              maxLength={EMAIL_MAX}
              required
              autoFocus
            />
            <SubmitButton block size="large" busy={busy}>
              {t('address_send')}
            </SubmitButton>
          </>
        )}
      </PageForm>
    </AccountPage>
  )
}
