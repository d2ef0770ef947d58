import type { KeyIn } from '@askwell/contract/message-keys.ts'
import { paths } from '../../paths.ts'

const rows = '.question-row-title a, .result-title a, .answer'
const HEADER = 80

/** The next row of the list, or the next answer, counted from the focused one, else from the first on the screen. */
const step = (by: 1 | -1) => () => {
  const all = [...document.querySelectorAll<HTMLElement>(rows)]
  const here = all.findIndex((row) => row === document.activeElement || row.contains(document.activeElement))
  const onScreen = all.findIndex((row) => row.getBoundingClientRect().top > HEADER)
  const next = all[here >= 0 ? here + by : Math.max(onScreen, 0)]
  if (!next) return
  if (!next.matches('a')) next.tabIndex = -1
  next.focus()
  next.scrollIntoView({ block: next.matches('a') ? 'center' : 'start' })
}

/** The post that has the focus, else the first one on the screen. */
const post = () =>
  document.activeElement?.closest('.post') ??
  [...document.querySelectorAll('.post')].find((one) => one.getBoundingClientRect().bottom > 2 * HEADER)

const find = (selector: string, within: ParentNode = document) => within.querySelector<HTMLElement>(selector)

/** Presses what carries this key: on the post one looks at, or on the page. */
const press = (key: string, where: 'post' | 'page') => () => {
  const within = where === 'post' ? post() : document
  if (within) find(`[data-key="${key}"]`, within)?.click()
}

const answer = () => {
  const panel = document.getElementById('write-answer')?.closest('.panel') ?? undefined
  const place = panel && (find('[contenteditable=true], textarea:not([hidden])', panel) ?? find('a', panel))
  place?.focus()
  place?.scrollIntoView({ block: 'center' })
}

type NameOf<Key> = Key extends `shortcut_${infer Name}` ? Name : never
type ShortcutName = NameOf<KeyIn<'shortcuts'>>

interface Shortcut {
  /** One key, or two in a row. */
  keys: string
  /** The line of `shortcuts.shortcut_…` that says what it does. */
  name: ShortcutName
  act?: () => void
  /** Where it leads. */
  to?: () => string
}

/** Every key of the site; the dialog under `?` shows this list. */
export const SHORTCUTS: { group: 'site' | 'list' | 'post'; list: Shortcut[] }[] = [
  {
    group: 'site',
    list: [
      { keys: '/', name: 'search' },
      { keys: '?', name: 'help' },
      { keys: 'Esc', name: 'close' },
      { keys: 'g q', name: 'go_questions', to: paths.home },
      { keys: 'g t', name: 'go_tags', to: paths.tags },
      { keys: 'g u', name: 'go_users', to: paths.users },
      { keys: 'g n', name: 'go_notifications', to: () => '/users/notifications/inbox' },
    ],
  },
  {
    group: 'list',
    list: [
      { keys: 'j', name: 'next', act: step(1) },
      { keys: 'k', name: 'previous', act: step(-1) },
      { keys: 'n', name: 'next_page', act: () => find('.pagination a[rel=next]')?.click() },
      { keys: 'p', name: 'previous_page', act: () => find('.pagination a[rel=prev]')?.click() },
    ],
  },
  {
    group: 'post',
    list: [
      { keys: 'u', name: 'vote_up', act: press('u', 'post') },
      { keys: 'd', name: 'vote_down', act: press('d', 'post') },
      { keys: 'c', name: 'comment', act: press('c', 'post') },
      { keys: 'e', name: 'edit', act: press('e', 'post') },
      { keys: 'a', name: 'answer', act: answer },
      { keys: 'b', name: 'bookmark', act: press('b', 'page') },
      { keys: 'f', name: 'follow', act: press('f', 'page') },
    ],
  },
]

const all = SHORTCUTS.flatMap(({ list }) => list)
export const shortcutOf = (keys: string) => all.find((one) => one.keys === keys)
/** Keys that wait for a second one. */
export const isFirstKey = (key: string) => all.some(({ keys }) => keys.startsWith(`${key} `))
