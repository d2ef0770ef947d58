import { type ComponentType, startTransition, useEffect, useState } from 'react'
import type { ShortcutsDialog } from './shortcuts-dialog.tsx'

const rows = '.question-row-title a, .result-title a, .answer'
const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The next row of the list, or the next answer, counted from the focused one, else from the first on the screen. */
const step = (by: 1 | -1) => {
  const all = [...document.querySelectorAll<HTMLElement>(rows)]
  const here = all.findIndex((row) => row === document.activeElement || row.contains(document.activeElement))
  const onScreen = all.findIndex((row) => row.getBoundingClientRect().top > 80)
  const next = all[here >= 0 ? here + by : Math.max(onScreen, 0)]
  if (!next) return
  if (!next.matches('a')) next.tabIndex = -1
  next.focus()
  next.scrollIntoView({ block: next.matches('a') ? 'center' : 'start' })
}

/** Keys of the site: `?` shows them, `/` searches, `j` and `k` walk through lists. */
export function Shortcuts() {
  const [Open, setOpen] = useState<ComponentType<Parameters<typeof ShortcutsDialog>[0]>>()

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return
      if (document.querySelector('dialog[open]')) return
      const acts: Record<string, () => void> = {
        '?': () =>
          void import('./shortcuts-dialog.tsx').then(
            ({ ShortcutsDialog }) => startTransition(() => setOpen(() => ShortcutsDialog)),
            () => {}, // without a way to the site there is nothing to show
          ),
        '/': () => document.querySelector<HTMLInputElement>('.search-box input')?.focus(),
        j: () => step(1),
        k: () => step(-1),
      }
      const act = acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return Open && <Open onClose={() => setOpen(undefined)} />
}
