import type { MouseEvent } from 'react'
import { paths } from '../paths.ts'
import { useText } from '../text.tsx'
import { Icon } from '../ui/icon.tsx'
import { useHere } from './places.ts'

type Scheme = 'system' | 'light' | 'dark'

const shown = () =>
  document.documentElement.dataset.scheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** Light or dark. A link that keeps the choice and comes back; with scripts it changes in place and is kept in passing. */
export function SchemeSwitch({ scheme }: { scheme: Scheme }) {
  const t = useText('layout')
  const here = useHere()
  const change = (event: MouseEvent) => {
    event.preventDefault()
    const next = shown() === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.scheme = next
    // Where it isn't kept, the page in front of one is still right.
    void fetch(paths.prefer({ scheme: next }, here), { redirect: 'manual' }).catch(() => {})
  }
  return (
    <a
      className="icon-button header-button scheme-switch only-wide"
      href={paths.prefer({ scheme: scheme === 'dark' ? 'light' : 'dark' }, here)}
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
