import { data, redirectDocument } from 'react-router'
import { beginningAt } from '../../guards.ts'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { PluginIcon } from '../../components/plugins/plugin-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor } from '../../ui/button.tsx'
import { getAgent } from './user-center.ts'
import type { Route } from './+types/user-center-auth.ts'

/** In the messenger that the service belongs to, one is logged in there already: straight on, without a button. */
const load = async (visit: RouteContext) => {
  const agent = await getAgent(visit)
  const address = beginningAt(agent.login_redirect_url, visit.url)
  const { provider } = visit.params
  if (provider && provider !== agent.messenger) throw data(null, { status: 404 })
  if (provider) throw redirectDocument(address)
  return { name: agent.display_name, icon: agent.icon, address, code: agent.messenger_code }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function UserCenterAuth({ loaderData: { name, icon, address, code } }: Route.ComponentProps) {
  const t = useText('user_center')
  const site = useSite().general.name
  return (
    <AccountPage title={t('title', { name })} lead={t('lead', { site, name })}>
      <ButtonAnchor look="primary" size="large" block icon={icon ? undefined : 'logIn'} href={address}>
        {icon && <PluginIcon src={icon} />}
        {t('go_on', { name })}
      </ButtonAnchor>
      {code && (
        <figure className="account-code">
          <img src={code} alt={t('code')} width={180} height={180} />
          <figcaption>{t('scan', { name })}</figcaption>
        </figure>
      )}
    </AccountPage>
  )
}
