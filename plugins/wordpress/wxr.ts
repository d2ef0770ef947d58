import type { ImportFile, Kit } from '@askwell/plugin-kit'

// WXR, as WordPress exports it: an RSS document with an <item> for each post, after the authors. Read in pieces; only one unit is in memory.

const PIECE_BYTES = 256 * 1024
const UNIT_BYTES = 900 * 1024

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Of itself, without that of its children. */
  text: string
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })

const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|<[?!][^>]*>|([^<]+)/g
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** One element with all in it. Nothing is looked up outside: there are no entities but XML's own. */
export const parse = (xml: string): Element => {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  for (const [, cdata, closes, opens, attributes = '', isEmpty, text] of xml.matchAll(TOKEN)) {
    const now = open.at(-1)!
    if (cdata !== undefined) now.text += cdata
    else if (text !== undefined) now.text += decoded(text)
    else if (opens !== undefined) {
      const found = [...attributes.matchAll(ATTRIBUTE)].map(([, name, one, other]) => [
        name,
        decoded(one ?? other ?? ''),
      ])
      const element = {
        name: opens,
        attributes: Object.fromEntries(found) as Record<string, string>,
        children: [],
        text: '',
      }
      now.children.push(element)
      if (!isEmpty) open.push(element)
    } else if (closes !== undefined && open.length > 1 && now.name === closes) open.pop()
  }
  return root.children[0] ?? root
}

export const childOf = ({ children }: Element, name: string) => children.find((child) => child.name === name)
export const textOf = (element: Element, name: string) => childOf(element, name)?.text.trim() ?? ''

const CDATA = '<![CDATA['
const UNITS = [
  { begins: '<wp:author>', ends: '</wp:author>' },
  { begins: '<item>', ends: '</item>' },
]
const BEGINNINGS = [...UNITS.map(({ begins }) => begins), CDATA]

/** What comes first of these from a place on. */
const firstOf = (bytes: Buffer, from: number, signs: readonly string[]) =>
  signs
    .map((sign) => ({ sign, at: bytes.indexOf(sign, from) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0]

const afterCdata = (bytes: Buffer, from: number) => {
  const over = bytes.indexOf(']]>', from)
  return over < 0 ? undefined : over + 3
}

/** Where a unit ends; text in CDATA may have anything in it, its end too. Undefined where more bytes are needed. */
const endOf = (bytes: Buffer, from: number, ends: string) => {
  for (let at = from; ;) {
    const next = firstOf(bytes, at, [ends, CDATA])
    if (!next) return undefined
    if (next.sign === ends) return next.at + ends.length
    const after = afterCdata(bytes, next.at)
    if (after === undefined) return undefined
    at = after
  }
}

const LONGEST_SIGN = 16
/** In which the end of the document stands, with what a program may have added after it. */
const TAIL_BYTES = 1024

export interface Unit {
  element: Element
  /** Where in the file the next one is looked for. */
  end: number
}

/** Authors and posts of a file, from a place on that an earlier one has named. It throws if WordPress didn't get to write all of it. */
export async function* unitsOf({ files }: Kit, { name, bytes: size }: ImportFile, from = 0): AsyncGenerator<Unit> {
  let held = Buffer.alloc(0)
  let heldAt = from
  let isExport = from > 0
  for (let readTo = from; readTo < size;) {
    const piece = await files.read(name, readTo, Math.min(size, readTo + PIECE_BYTES))
    if (piece.length === 0) break
    readTo += piece.length
    held = Buffer.concat([held, piece])
    isExport ||= held.includes('<rss')
    for (;;) {
      const next = firstOf(held, 0, BEGINNINGS)
      const unit = UNITS.find(({ begins }) => begins === next?.sign)
      const end = next && (unit ? endOf(held, next.at, unit.ends) : afterCdata(held, next.at))
      if (!next) {
        // The beginning of a sign may stand at the end of a piece.
        const kept = Math.min(held.length, LONGEST_SIGN)
        heldAt += held.length - kept
        held = held.subarray(held.length - kept)
      }
      if (end === undefined) break
      if (unit) yield { element: parse(held.subarray(next!.at, end).toString('utf8')), end: heldAt + end }
      heldAt += end
      held = held.subarray(end)
    }
    if (held.length > UNIT_BYTES + PIECE_BYTES)
      throw new Error(`a post in ${name} is larger than ${UNIT_BYTES / 1024} KB`)
  }
  if (firstOf(held, 0, BEGINNINGS)) throw new Error(`${name} ends in the middle of a post; export it again`)
  const tail = Buffer.from(await files.read(name, Math.max(0, size - TAIL_BYTES), size))
  if (isExport && !tail.includes('</rss>')) throw new Error(`${name} ends before its last post; export it again`)
}
