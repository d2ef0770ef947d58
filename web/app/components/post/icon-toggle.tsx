import type { ComponentProps } from 'react'
import { paths } from '../../paths.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { useHere } from '../layout/places.ts'
import { ActForm } from './act-form.tsx'

interface Props extends Omit<ComponentProps<typeof ActForm>, 'children'> {
  icon: IconName
  on: boolean
  label: string
  title: string
  /** Where a visitor comes back to who had to log in first. */
  anchor: string
  /** The key that presses it; see components/layout/shortcut-list.ts. */
  shortcut?: string
}

/** A button that is an icon, pressed or not; it sends its form. */
export function IconToggle({ icon, on, label, title, anchor, shortcut, ...form }: Props) {
  return (
    <ActForm {...form}>
      <button
        className="icon-button"
        data-key={shortcut}
        type="submit"
        id={anchor}
        aria-pressed={on}
        aria-label={label}
        title={title}
      >
        <Icon name={icon} />
      </button>
    </ActForm>
  )
}

/** The same for anonymous visitors: it leads to the login. */
export function IconLogin({ icon, label, anchor, shortcut }: Pick<Props, 'icon' | 'label' | 'anchor' | 'shortcut'>) {
  return (
    <Link
      className="icon-button"
      data-key={shortcut}
      to={paths.login(`${useHere()}#${anchor}`)}
      rel="nofollow"
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </Link>
  )
}
