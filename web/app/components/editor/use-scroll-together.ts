import { type RefObject, useEffect } from 'react'

const SOURCE = '.editor-source:not([hidden])'
const PREVIEW = '.editor-preview'

const shareOf = ({ scrollTop, scrollHeight, clientHeight }: Element) =>
  scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0

/** Where text and preview stand side by side, both show the same part: whoever scrolls one takes the other along. */
export function useScrollTogether(panes: RefObject<HTMLElement | null>, both: boolean) {
  useEffect(() => {
    const box = panes.current
    if (!box || !both) return
    /** Moved by us: its own event means nothing. */
    let moved: Element | null = null
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      if (target === moved) return void (moved = null)
      const other = target.matches(PREVIEW)
        ? box.querySelector(SOURCE)
        : target.matches(SOURCE) && box.querySelector(PREVIEW)
      if (!other) return
      const before = other.scrollTop
      other.scrollTop = shareOf(target) * (other.scrollHeight - other.clientHeight)
      if (other.scrollTop !== before) moved = other
    }
    /** What is rendered anew, or for the first time, shows the part that one writes at. */
    const align = (changes: MutationRecord[]) => {
      const preview = box.querySelector(PREVIEW)
      const source = box.querySelector(SOURCE)
      if (!preview || !source || !changes.some(({ target }) => target.contains(preview) || preview.contains(target)))
        return
      const before = preview.scrollTop
      preview.scrollTop = shareOf(source) * (preview.scrollHeight - preview.clientHeight)
      if (preview.scrollTop !== before) moved = preview
    }
    const observer = new MutationObserver(align)
    observer.observe(box, { childList: true, subtree: true })
    box.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', follow, { capture: true })
    }
  }, [panes, both])
}
