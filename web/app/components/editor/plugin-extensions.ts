import type { EditorChange, EditorText } from '@askwell/contract/editor-port.ts'
import { type PluginEditor, pluginEditors } from '@askwell/contract/plugin-pages.ts'
import { call } from '../../session.ts'
import { openPluginDialog } from '../../ui/plugin-dialog.ts'
import { registerExtension } from './extensions.ts'

type Button = PluginEditor['buttons'][number]

const replacing = ({ from, to }: EditorText, insert: string, select: [number, number]): EditorChange => ({
  from,
  to,
  insert,
  select,
})

/** What is selected stands between `before` and `after`; where nothing is, a text to write over. */
const inserted = (now: EditorText, { before, text, after }: NonNullable<Button['insert']>) => {
  const middle = now.text.slice(now.from, now.to) || text
  const start = now.from + before.length
  return replacing(now, before + middle + after, [start, start + middle.length])
}

const fromDialog = async (now: EditorText, frame: string, { name, label }: Button, words: { close: string }) => {
  const selected = now.text.slice(now.from, now.to)
  const text = await openPluginDialog({ frame, title: label, data: { button: name, text: selected }, ...words })
  if (text === undefined) return null
  const end = now.from + text.length
  return replacing(now, text, [end, end])
}

const isLike = (typed: string) => {
  const wanted = typed.toLowerCase()
  return ({ label }: { label: string }) => label.toLowerCase().includes(wanted)
}

let registeredIn = ''
/** Registers what plugins add, once for a language. */
export const registerPlugins = async (language: string, words: { close: string }) => {
  if (registeredIn === language) return
  registeredIn = language
  const all = await call(pluginEditors).catch((): PluginEditor[] => {
    registeredIn = ''
    return []
  })
  for (const { slug_name, frame, buttons, completions } of all)
    registerExtension({
      name: slug_name.slice(0, 40),
      buttons: buttons.map((button) => ({
        label: button.label,
        sign: button.sign,
        press: (now) => (button.insert ? inserted(now, button.insert) : fromDialog(now, frame, button, words)),
      })),
      completions: completions.map(({ sign, label, items }) => ({
        sign,
        label,
        find: async (typed) => items.filter(isLike(typed)),
      })),
    })
}
