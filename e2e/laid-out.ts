import type { Page } from 'playwright-core'

// What goes wrong on a page whose words are longer, or run the other way.

/** In the browser. Texts are looked at line by line, as they are drawn. */
const LOOK = `(() => {
  const found = []
  const root = document.scrollingElement
  if (root.scrollWidth > innerWidth + 1) found.push('the page scrolls sideways: ' + root.scrollWidth + ' of ' + innerWidth)
  for (const tabs of document.querySelectorAll('.tabs'))
    if (innerWidth > 640 && getComputedStyle(tabs).overflowX !== 'auto' && tabs.scrollWidth > tabs.clientWidth + 1) found.push('tabs out of sight: ' + tabs.textContent)
  const seen = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const clippedBy = (element) => {
    let box = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
    let scrolls = false
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.position === 'fixed' || style.position === 'sticky') return { fixed: true }
      if (style.overflowX !== 'visible') {
        const { left, right, top, bottom } = at.getBoundingClientRect()
        if (right - left < 4) return { fixed: true }
        if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.textOverflow === 'ellipsis') scrolls = true
        box = { ...box, left: Math.max(box.left, left), right: Math.min(box.right, right), top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) }
      }
    }
    return { box, scrolls }
  }
  while (walker.nextNode()) {
    const node = walker.currentNode
    const text = node.textContent.trim()
    const parent = node.parentElement
    if (!text || parent.closest('script, style, noscript, option, textarea, .visually-hidden, .skip-link, .toasts')) continue
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { fixed, box, scrolls } = clippedBy(parent)
    if (fixed) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue
      if (!scrolls && (rect.left < box.left - 2 || rect.right > box.right + 2)) found.push('cut: ' + text)
      if (!scrolls && box.left === -Infinity && (rect.left < -1 || rect.right > innerWidth + 1)) found.push('outside: ' + text)
      const shown = { left: Math.max(rect.left, box.left), right: Math.min(rect.right, box.right), top: Math.max(rect.top, box.top), bottom: Math.min(rect.bottom, box.bottom) }
      if (shown.right - shown.left < 2 || shown.bottom - shown.top < 2) continue
      seen.push({ text, node, ...shown })
    }
  }
  for (let one = 0; one < seen.length; one++)
    for (let two = one + 1; two < seen.length; two++) {
      const [a, b] = [seen[one], seen[two]]
      if (a.node === b.node) continue
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      const line = Math.min(a.bottom - a.top, b.bottom - b.top)
      if (wide > 3 && high > line * 0.45) found.push('"' + a.text + '" overlaps "' + b.text + '"')
    }
  return [...new Set(found)]
})()`

export const misplaced = async (page: Page) => await page.evaluate<string[]>(LOOK)

/** Words of the site that no translator would ever see: in a language of brackets and accents they have none. What members wrote, names and numbers are theirs. */
export const untranslated = async (page: Page, names: string[]) => {
  const found = await page.evaluate<string[]>(UNTRANSLATED)
  return found.filter((text) => !names.includes(text) && !/@|^\w+:\w+$|^".*"$/.test(text))
}

const UNTRANSLATED = `(() => {
    const found = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.textContent.trim()
      if (!/[a-z]{3}/i.test(text) || /[[\\]áéíóúçñšýž]/i.test(text)) continue
      if (node.parentElement.closest('script, style, noscript, option, textarea, code, kbd, time, [dir=auto], [lang]:not(html), .prose, .tag, .user-link, .brand, [data-name], .chart text, .chart title, .chart-table th')) continue
      found.push(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const text = element.getAttribute(name) ?? ''
        if (element.matches('time, head *')) continue // what the head names is the site's own name, and feeds in its language
        if (/[a-z]{3}/i.test(text) && !/[[\\]áéíóúçñšýž]/i.test(text) && !element.closest('[dir=auto], .prose, .brand')) found.push(name + ': ' + text)
      }
    return [...new Set(found)]
  })()`
