import { type Power, POWER_GROUPS, rolePowers } from '@askwell/contract/powers.ts'
import { isAdmin, type ROLES } from '@askwell/contract/roles.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import type { Route } from './+types/roles.ts'

const load = async ({ call }: RouteContext) => ({ powers: await call(rolePowers) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** What each role may, for those who have one. */
export default function Roles({ loaderData: { powers } }: Route.ComponentProps) {
  const t = useText('people')
  const admin = isAdmin(useUser())
  return (
    <>
      <PageMeta title={t('roles_title')} hidden />
      <PageTitle>{t('roles_title')}</PageTitle>
      <p className="page-lead">
        {t('roles_lead')} {admin && t('roles_change')}
      </p>
      {POWER_GROUPS.map((group) => (
        <Panel
          key={group}
          title={t(`group_${group}`)}
          end={admin && group === 'reputation' && <Link to={paths.admin('privileges')}>{t('roles_figures')}</Link>}
        >
          <Powers caption={t(`group_${group}`)} powers={powers.filter((power) => power.group === group)} />
        </Panel>
      ))}
    </>
  )
}

function Powers({ caption, powers }: { caption: string; powers: Power[] }) {
  const t = useText('people')
  const { number } = useLanguage()
  const members = ({ rank, own }: Power) => {
    if (own) return t('own')
    return rank === null ? <Answer is={false} /> : rank > 1 ? t('from_rank', { rank: number(rank) }) : <Answer is />
  }
  return (
    <Table
      caption={caption}
      columns={[{ name: t('power') }, ...ROLE_ORDER.map((role) => ({ name: t(`role_${role}`) }))]}
    >
      {powers.map((power) => (
        <tr key={power.key}>
          <th scope="row" data-label={t('power')}>
            {power.name}
          </th>
          <td data-label={t('role_user')}>{members(power)}</td>
          <td data-label={t('role_moderator')}>
            <Answer is={power.moderators} />
          </td>
          <td data-label={t('role_admin')}>
            <Answer is />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const ROLE_ORDER = ['user', 'moderator', 'admin'] as const satisfies (typeof ROLES)[number][]

function Answer({ is }: { is: boolean }) {
  const t = useText('people')
  return <Icon name={is ? 'check' : 'x'} label={t(is ? 'yes' : 'no')} />
}
