import { useText } from '../../i18n/text.tsx'
import { NavList } from './nav-item.tsx'
import { usePlaces } from './places.ts'

export function SideNav() {
  const t = useText('layout')
  return (
    <nav className="site-nav" aria-label={t('main_navigation')}>
      <NavList places={usePlaces()} />
    </nav>
  )
}
