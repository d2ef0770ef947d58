import type { EditorChange, EditorText } from '@askwell/contract/editor-port.ts'
import { formulaSpans } from '@askwell/contract/formula-spans.ts'
import { CONTENT } from '@askwell/contract/limits.ts'
import { type PluginEditor, pluginEditors } from '@askwell/contract/plugin-pages.ts'
import { call } from '../../session.ts'
import { openPluginDialog } from '../../ui/plugin-dialog.ts'
import { registerExtension } from './extensions.ts'
import { pasteRule } from './plugin-pastes.ts'

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

/** What a dialog is about: what is selected, or the formula that the cursor stands in. */
const takenFrom = (now: EditorText, { edits }: Button): EditorText => {
  if (edits !== 'formula') return now
  const isAround = ([from, to]: [number, number]) =>
    (from < now.from && now.to < to) || (from === now.from && now.to === to)
  const [from, to] = formulaSpans(now.text).find(isAround) ?? [now.from, now.to]
  return { ...now, from, to }
}

/** A formula in lines of its own stands apart from the text around it. */
const apart = ({ text, from, to }: EditorText, insert: string) => {
  if (!insert.startsWith('$$\n')) return insert
  const gap = (beside: string, end: RegExp) => (beside === '' ? '' : '\n'.repeat(2 - end.exec(beside)![0].length))
  return gap(text.slice(0, from), /\n{0,2}$/) + insert + gap(text.slice(to), /^\n{0,2}/)
}

const fromDialog = async (now: EditorText, frame: string, button: Button, words: { close: string }) => {
  const taken = takenFrom(now, button)
  const data = { button: button.name, text: now.text.slice(taken.from, taken.to) }
  const given = await openPluginDialog({ frame, title: button.label, data, ...words })
  if (given === undefined) return null
  if (given.length > CONTENT.max) throw new Error(`${frame} gave a text that is longer than a post may be`)
  const text = apart(taken, given)
  const end = taken.from + text.length
  return replacing(taken, text, [end, end])
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
  for (const { slug_name, frame, buttons, completions, pastes } of all)
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
      pastes: pastes.map(pasteRule),
    })
}
