import { suspension } from '@askwell/contract/accounts.ts'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { Duration, Time } from '../../ui/time.tsx'
import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/suspended.ts'

const load = async ({ call, url }: RouteContext) => {
  const about = url.searchParams.get('about')
  return { now: Math.floor(Date.now() / 1000), its: about ? await call(suspension, { query: { about } }) : null }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Suspended({ loaderData: { now, its } }: Route.ComponentProps) {
  const t = useText('account')
  const { contact_email } = useSite().general
  return (
    <AccountPage title={t('suspended_title')} lead={t('suspended_lead')}>
      {its && (
        <p>
          {its.suspended_until ? (
            <>
              {t('suspended_until')} <Time at={its.suspended_until} exact />
              <br />
              {t('suspended_more')} <Duration seconds={its.suspended_until - now} />
            </>
          ) : (
            t('suspended_for_ever')
          )}
        </p>
      )}
      {its?.note && (
        <Notice kind="warning" title={t('suspended_why')}>
          <span className="account-note">{its.note}</span>
        </Notice>
      )}
      <p>
        <a href={`mailto:${contact_email}`}>{contact_email}</a>
      </p>
    </AccountPage>
  )
}
