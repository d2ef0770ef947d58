import { saveInterface } from '@askwell/contract/users.ts'
import type { MouseEvent } from 'react'
import { paths } from '../../paths.ts'
import { call } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useHere } from './places.ts'

type Scheme = 'system' | 'light' | 'dark'

const shown = () =>
  document.documentElement.dataset.scheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** Members with a setting of their own change that; for others the choice belongs to this browser. */
const keep = async (next: Scheme, own: boolean, here: string) => {
  if (own) await call(saveInterface, { body: { color_scheme: next } })
  else await fetch(paths.prefer({ scheme: next }, here), { redirect: 'manual' })
}

/** Light or dark. A link that stores the choice and comes back, or leads to the setting; with scripts it changes at once and is stored in the background. */
export function SchemeSwitch({ scheme, own }: { scheme: Scheme; own: boolean }) {
  const t = useText('layout')
  const here = useHere()
  const change = (event: MouseEvent) => {
    event.preventDefault()
    const next = shown() === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.scheme = next
    // Even if it can't be stored, the present page is right.
    void keep(next, own, here).catch(() => {})
  }
  return (
    <a
      className="icon-button header-button scheme-switch only-wide"
      href={own ? paths.settings('interface') : paths.prefer({ scheme: scheme === 'dark' ? 'light' : 'dark' }, here)}
      role="button"
      aria-label={t('switch_scheme')}
      title={t('switch_scheme')}
      onClick={change}
      onKeyDown={(event) => {
        if (event.key === ' ') {
          event.preventDefault()
          event.currentTarget.click()
        }
      }}
    >
      <span className="icon-moon">
        <Icon name="moon" />
      </span>
      <span className="icon-sun">
        <Icon name="sun" />
      </span>
    </a>
  )
}
