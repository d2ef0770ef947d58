import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import type { LoggedUser } from '@askwell/web/context.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Menu, MenuDivider, MenuLink } from '../../ui/menu.tsx'

export function UserMenu({ user }: { user: LoggedUser }) {
  const t = useText('layout')
  const format = useFormatCount()
  return (
    <Menu
      align="end"
      label={t('your_menu', { name: user.display_name })}
      summaryClass="icon-button header-button"
      summary={<Avatar name={user.display_name} seed={user.username} url={user.avatar} size="small" />}
    >
      <div className="menu-user">
        <b dir="auto">{user.display_name}</b>
        <span>{t('your_reputation', { count: user.rank, rank: format(user.rank) })}</span>
      </div>
      <MenuLink to={paths.user(user.username)} icon="user">
        {t('profile')}
      </MenuLink>
      <MenuLink to={paths.settings()} icon="settings">
        {t('settings')}
      </MenuLink>
      {isStaff(user) && (
        <MenuLink to={isAdmin(user) ? paths.admin() : paths.admin('roles')} icon="layoutDashboard">
          {t('admin')}
        </MenuLink>
      )}
      <MenuDivider />
      <MenuLink to={paths.logout()} icon="logOut" reload>
        {t('logout')}
      </MenuLink>
    </Menu>
  )
}
