import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { getAgent } from './user-center.ts'
import type { Route } from './+types/user-center-failed.ts'

const WHYS = ['refused', 'expired', 'gone'] as const

const load = async (visit: RouteContext) => {
  const { display_name: name, enabled_original_user_system: hasOwn } = await getAgent(visit)
  return { name, hasOwn, why: WHYS.find((why) => why === visit.url.searchParams.get('failed')) ?? ('error' as const) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function UserCenterFailed({ loaderData: { name, hasOwn, why } }: Route.ComponentProps) {
  const t = useText('user_center')
  const site = useSite().general.name
  return (
    <AccountPage title={t('failed_title')}>
      <Notice kind={why === 'refused' ? 'info' : 'danger'} role="alert">
        {t(`failed_${why}`, { name, site })}
      </Notice>
      <ButtonLink look="primary" block to={paths.userCenter()}>
        {t('again')}
      </ButtonLink>
      {hasOwn && (
        <ButtonLink block to={paths.login()}>
          {t('own')}
        </ButtonLink>
      )}
    </AccountPage>
  )
}
