import type { SecondStep as Asked } from '@askwell/contract/second-factors.ts'
import { redirect, redirectDocument, useActionData } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Outcome, type Submission } from '../../forms.tsx'
import { placeAfterEntering } from '../../guards.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { secondEntry } from './second-entry.ts'
import { overIn, SecondStep, secondStepIn } from './second-step.tsx'
import type { Route } from './+types/auth-landing.ts'

const WHYS = ['off', 'expired', 'refused', 'error', 'gone', 'taken', 'already'] as const

/** Where one comes to from a service elsewhere: on to where one was going, to the second step, or to a word on why it came to nothing. */
const load = async ({ user, url }: RouteContext) => {
  const failed = url.searchParams.get('failed')
  if (failed !== null) return { failed: WHYS.find((why) => why === failed) ?? 'error' }
  if (user) throw redirect(placeAfterEntering(user, url))
  const challenge = url.searchParams.get('challenge')
  if (!challenge) throw redirect(paths.home()) // nothing to sign in with
  return { asked: { challenge, methods: (url.searchParams.get('methods') ?? '').split(' ') as Asked['methods'] } }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async (submission: Submission) => {
  const user = await secondEntry(submission)
  if (!user) return null
  submission.setToken(user.access_token)
  return redirectDocument(placeAfterEntering(user, submission.url))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send, { passErrors: true })

export default function AuthLanding({ loaderData: { failed, asked } }: Route.ComponentProps) {
  const t = useText('sign_in')
  const user = useUser()
  const outcome = useActionData() as Outcome | undefined
  const over = overIn(outcome)
  const pending = over ? undefined : (secondStepIn(outcome) ?? asked)
  if (pending) return <SecondStep pending={pending} />
  return (
    <AccountPage title={t('elsewhere_failed')}>
      <Notice kind={failed === 'refused' ? 'info' : 'danger'} role="alert">
        {over ?? t(`failed_${failed ?? 'error'}`)}
      </Notice>
      {user ? (
        <ButtonLink look="primary" block to={paths.settings('account')}>
          {t('to_account')}
        </ButtonLink>
      ) : (
        <ButtonLink look="primary" block to={paths.login()} reload>
          {t('to_login')}
        </ButtonLink>
      )}
    </AccountPage>
  )
}
