import { createRequire } from 'node:module'
import type * as Parse5 from 'parse5'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { whenNeeded } from './lazy.ts'

/** Most sites have no HTML of their own. */
const loadParse5 = whenNeeded(() => createRequire(import.meta.url)('parse5') as typeof Parse5)

/** What the site's own HTML turns out to be, once a parser has read it as browsers do. */
export interface ParsedHtml {
  /** Balanced: whatever it is, nothing after it is part of it. */
  html: string
  /** Elements and attributes that aren't shown. */
  leftOut: string[]
  /** The text of inline scripts that run. */
  scripts: string[]
  hosts: Record<'script' | 'style' | 'frame', string[]>
}

interface Place {
  isHead: boolean
  allowScripts: boolean
  /** The site's own address: what lies there needs no permission. */
  site: string
}

/** Deeper nesting than any page has; parsers and browsers get slow on it. */
const DEEPEST = 100

/** They would take over what follows, lead elsewhere, or run what no policy names. */
const NEVER = new Set(['base', 'object', 'embed', 'applet', 'plaintext', 'noembed', 'noframes', 'frameset', 'title'])
/** What a browser leaves in the head; anything else would begin the body. */
const IN_HEAD = new Set(['link', 'meta', 'style', 'script', 'noscript'])
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster'])

const attributeOf = ({ attrs }: Tree.Element, name: string) => attrs.find((one) => one.name === name)?.value

/** Other scripts are data that pages carry along, such as what they say to search engines. */
const isCode = (script: Tree.Element) =>
  /^$|javascript|ecmascript|jscript|livescript|module|importmap|speculationrules/i.test(
    attributeOf(script, 'type') ?? '',
  )

/** Browsers leave out blanks within the name of a scheme. */
// oxlint-disable-next-line no-control-regex
const isScheme = (address: string) =>
  /^(javascript|vbscript|data:text\/html)/i.test(address.replace(/[\u0000-\u0020]/g, ''))

/** As a content policy names it; nothing for the site itself, or what has no host. */
const hostOf = (address: string | undefined, site: string) => {
  const url = address === undefined ? null : URL.parse(address.trim(), site)
  return url && /^https?:$/.test(url.protocol) && url.origin !== URL.parse(site)?.origin ? url.origin : undefined
}

/** Reads HTML that an admin wrote, for the head of pages or for a place in their body. */
export const parseCustomHtml = (text: string, place: Place): ParsedHtml => {
  const found: ParsedHtml = { html: '', leftOut: [], scripts: [], hosts: { script: [], style: [], frame: [] } }
  const note = (list: string[], one: string | undefined) => {
    if (one !== undefined && !list.includes(one)) list.push(one)
  }

  const isShown = (element: Tree.Element) => {
    const { tagName } = element
    if (NEVER.has(tagName) || (place.isHead && !IN_HEAD.has(tagName))) return false
    if (tagName === 'meta') return attributeOf(element, 'http-equiv') === undefined
    if (tagName === 'link')
      return place.allowScripts || !/modulepreload|preload|prerender/i.test(attributeOf(element, 'rel') ?? '')
    return tagName !== 'script' || place.allowScripts || !isCode(element)
  }

  const withoutHandlers = (element: Tree.Element) => {
    element.attrs = element.attrs.filter(({ name, value }) => {
      const isOut =
        /^on/i.test(name) || name === 'srcdoc' || name === 'nonce' || (ADDRESSES.has(name) && isScheme(value))
      if (isOut) note(found.leftOut, `${element.tagName} ${name}`)
      return !isOut
    })
  }

  const noteSources = (element: Tree.Element) => {
    const { tagName } = element
    if (tagName === 'script' && isCode(element)) {
      const src = attributeOf(element, 'src')
      if (src === undefined)
        found.scripts.push(element.childNodes.map((node) => ('value' in node ? node.value : '')).join(''))
      else note(found.hosts.script, hostOf(src, place.site))
    }
    if (tagName === 'link' && /\bstylesheet\b/i.test(attributeOf(element, 'rel') ?? ''))
      note(found.hosts.style, hostOf(attributeOf(element, 'href'), place.site))
    if (tagName === 'iframe') note(found.hosts.frame, hostOf(attributeOf(element, 'src'), place.site))
  }

  /** Its content is text to a browser that runs scripts, and elements to others: it must be fit for both. */
  const noscript = (element: Tree.Element) => {
    const inside = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
    const parsed = parseCustomHtml(inside, { ...place, allowScripts: false })
    for (const one of parsed.leftOut) note(found.leftOut, one)
    for (const kind of ['style', 'frame'] as const) for (const host of parsed.hosts[kind]) note(found.hosts[kind], host)
    if (/<\/noscript/i.test(parsed.html)) return false
    for (const node of element.childNodes) if ('value' in node) node.value = ''
    const [first] = element.childNodes
    if (first && 'value' in first) first.value = parsed.html
    return true
  }

  const clean = (parent: Tree.ParentNode, depth: number) => {
    parent.childNodes = parent.childNodes.filter((node) => {
      if (node.nodeName === '#comment' || node.nodeName === '#documentType') return false
      if (!('tagName' in node)) {
        const isStray = place.isHead && depth === 0 && 'value' in node && node.value.trim() !== ''
        if (isStray) note(found.leftOut, '#text')
        return !isStray
      }
      if (!isShown(node) || depth >= DEEPEST || (node.tagName === 'noscript' && !noscript(node))) {
        note(found.leftOut, node.tagName)
        return false
      }
      withoutHandlers(node)
      noteSources(node)
      if (node.tagName === 'template') clean((node as Tree.Template).content, depth + 1)
      else if (!['script', 'style', 'noscript'].includes(node.tagName)) clean(node, depth + 1)
      return true
    })
  }

  const { parseFragment, serialize } = loadParse5()
  const fragment = parseFragment(text)
  clean(fragment, 0)
  found.html = serialize(fragment)
  return found
}

export type CustomPart = { text: string } & Place

export const parseCustomParts = (parts: CustomPart[]) => parts.map(({ text, ...place }) => parseCustomHtml(text, place))
