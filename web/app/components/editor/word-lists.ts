/** An item as Word copies it: a paragraph that says of which list and how deep it is, its mark being text. */
const ITEM = /mso-list:\s*l\d+ level(\d+)/i
const MARK = /mso-list:\s*ignore/i

const levelOf = (element: Element | null) => {
  const level = element?.localName === 'p' ? ITEM.exec(element.getAttribute('style') ?? '')?.[1] : undefined
  return level && Math.min(9, Number(level))
}

const itemOf = (paragraph: Element) => {
  const mark = [...paragraph.querySelectorAll('[style]')].find((one) => MARK.test(one.getAttribute('style')!))
  const item = paragraph.ownerDocument.createElement('li')
  const isNumbered = /^\s*[\da-z]{1,4}[.)]/i.test(mark?.textContent ?? '')
  mark?.remove()
  item.append(...paragraph.childNodes)
  return { item, name: isNumbered ? 'ol' : 'ul' }
}

/** Makes lists of paragraphs that Word means as lists. */
export const withListsOfWord = (body: HTMLElement) => {
  let open: { level: number; list: Element }[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll('p[style*="mso-list" i]')) {
    const level = levelOf(paragraph)
    if (!level) continue
    if (!last || paragraph.previousElementSibling !== last) open = []
    const { item, name } = itemOf(paragraph)
    // Numbers after bullets are a list of their own.
    open = open.filter((one) => one.level < level || (one.level === level && one.list.localName === name))
    const deepest = open.at(-1)
    if (deepest?.level === level) {
      deepest.list.append(item)
      paragraph.remove()
      continue
    }
    const list = body.ownerDocument.createElement(name)
    list.append(item)
    if (deepest) {
      deepest.list.lastElementChild!.append(list)
      paragraph.remove()
    } else {
      paragraph.replaceWith(list)
      last = list
    }
    open.push({ level, list })
  }
}
