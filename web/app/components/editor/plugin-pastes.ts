import type { EditorPasteRule } from '@askwell/contract/editor-port.ts'
import type { PluginEditor } from '@askwell/contract/plugin-pages.ts'
import { ADDRESS, inLink } from './paste.ts'

const LONGEST_ADDRESS = 2000

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
/** A part of an address, as a word among others. */
const asWord = (part: string) =>
  decoded(part)
    .replaceAll(/[\\`*_{}[\]<>()#|~$@:!]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ')

/** Undefined where the browser has no such patterns, or reads this one otherwise than the site did. */
const patternOf = (address: string) => {
  try {
    return new URLPattern(address)
  } catch {
    return undefined
  }
}

/** An address that fits its pattern becomes what the plugin says, unless words are to become a link to it. Browsers without patterns paste it as it is. */
export const pasteRule = ({ address, insert }: PluginEditor['pastes'][number]): EditorPasteRule => {
  const pattern = patternOf(address)
  return ({ text, selected }) => {
    const pasted = text.trim()
    if (selected || pasted.length > LONGEST_ADDRESS || !ADDRESS.test(pasted)) return null
    const found = pattern?.exec(pasted)
    if (!found) return null
    const parts = found.pathname.groups
    return insert.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'address' ? inLink(pasted) : asWord(parts[name] ?? ''),
    )
  }
}
