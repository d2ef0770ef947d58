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

/** An address that fits its pattern becomes what the plugin says, unless words are to become a link to it. Browsers without patterns paste it as it is. */
export const pasteRule = ({ address, insert }: PluginEditor['pastes'][number]): EditorPasteRule => {
  const pattern = typeof URLPattern === 'undefined' ? undefined : new URLPattern(address)
  return ({ text, selected }) => {
    const pasted = text.trim()
    if (selected || pasted.length > LONGEST_ADDRESS || !ADDRESS.test(pasted)) return null
    const found = pattern?.exec(pasted)
    if (!found) return null
    const parts = { ...found.hash.groups, ...found.search.groups, ...found.pathname.groups }
    return insert.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'address' ? inLink(pasted) : asWord(parts[name] ?? ''),
    )
  }
}
