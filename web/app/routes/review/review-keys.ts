import { useEffect } from 'react'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'))

/** Each button says which key presses it, on the item where one is or that stands alone: never on one that isn't marked. `x` ticks, `z` undoes. The site's own `j` and `k` walk from item to item. */
export function useReviewKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        typing(event.target) ||
        document.querySelector('dialog[open]')
      )
        return
      const here =
        document.activeElement?.closest('.review-item') ?? document.querySelector('.review-item[data-single]')
      const key = event.key.toLowerCase()
      const target =
        key === 'z'
          ? document.querySelector<HTMLElement>('[data-key="z"]')
          : key === 'x'
            ? here?.querySelector<HTMLElement>('input[form="several"]')
            : /^[a-z]$/.test(key)
              ? here?.querySelector<HTMLElement>(`[data-key="${key}"]`)
              : undefined
      if (!target) return
      event.preventDefault()
      target.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
