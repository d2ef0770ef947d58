import { type ComponentType, startTransition, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { areShortcutsOn } from './shortcuts-switch.ts'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** How long a first key waits for its second one. */
const SECOND_KEY = 1500

const fetchList = () => import('./shortcut-list.ts')
const fetchDialog = () => import('./shortcuts-dialog.tsx')

/** That of the settings where one looks after the site, if it can be seen; else the site's own. */
const searchBox = () => {
  const ofSettings = [...document.querySelectorAll<HTMLElement>('.find-setting input')].find((box) => box.offsetParent)
  return ofSettings ?? document.querySelector<HTMLElement>('.site-header .search-box input')
}

/** Keys of the site; `?` shows them. What they do is fetched with the first one, all but the search. */
export function Shortcuts() {
  const navigate = useNavigate()
  const [Open, setOpen] = useState<ComponentType<Parameters<typeof ShortcutsDialog>[0]>>()

  // Not a moment after the page can be used: a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    let first: { key: string; at: number } | undefined
    // Of the keys that wait for the list none counts any more once somebody is in a field.
    let waiting = new AbortController()
    const forget = ({ target }: FocusEvent) => {
      if (!typing(target)) return
      waiting.abort()
      waiting = new AbortController()
      first = undefined
    }
    const follow = async (key: string, { signal }: AbortController) => {
      const { isFirstKey, shortcutOf } = await fetchList()
      if (signal.aborted) return
      const before = first && Date.now() - first.at < SECOND_KEY ? first.key : undefined
      first = undefined
      const shortcut = (before && shortcutOf(`${before} ${key}`)) || shortcutOf(key)
      if (shortcut?.to) void navigate(shortcut.to())
      else if (key === '?') {
        const { ShortcutsDialog } = await fetchDialog()
        if (!signal.aborted) startTransition(() => setOpen(() => ShortcutsDialog))
      } else if (shortcut) shortcut.act?.()
      else if (isFirstKey(key)) first = { key, at: Date.now() }
    }
    // One after the other, so that a second key finds the first.
    let turn = Promise.resolve()
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return
      if (!/^[a-z/?]$/.test(event.key) || document.querySelector('dialog[open]') || !areShortcutsOn()) return
      if (event.key === '/') {
        event.preventDefault() // browsers search in the page with it
        searchBox()?.focus() // at once: what is typed next belongs there
        return
      }
      // A key that is held down says the same again; only a walk through a list goes on.
      if (event.repeat && !/^[jk]$/.test(event.key)) return
      const { key } = event
      const since = waiting
      turn = turn.then(() => follow(key, since)).catch(() => {}) // without a way to the site there is nothing to show
    }
    document.addEventListener('keydown', press)
    document.addEventListener('focusin', forget)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('focusin', forget)
    }
  }, [navigate])

  return Open && <Open onClose={() => setOpen(undefined)} />
}
