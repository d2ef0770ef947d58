import { useEffect, useState } from 'react'
import { useText } from '../text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Key } from '../ui/key.tsx'
import './shortcuts.css'

const rows = '.question-row-title a, .result-title a, .answer'
const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The next row of the list, or the next answer, seen from where one is: by focus, else by what is on the screen. */
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
  const t = useText('layout')
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return
      if (document.querySelector('dialog[open]')) return
      const acts: Record<string, () => void> = {
        '?': () => setOpen(true),
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

  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={t('shortcuts')}>
      <dl className="shortcuts">
        {['/', 'j', 'k', '?', 'Esc'].map((key) => (
          <div key={key}>
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{t(`shortcut_${{ '/': 'search', j: 'next', k: 'previous', '?': 'help', Esc: 'close' }[key]}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
