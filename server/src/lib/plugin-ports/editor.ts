import type { PluginEditor } from '@askwell/contract/plugin-pages.ts'
import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { wordOf } from '../isolated-plugin.ts'
import { whenNeeded } from '../lazy.ts'
import { type BrowserModule, frameAddress, moduleFile } from './browser.ts'
import { type ManifestKey, port } from './port.ts'
import type { Asking } from './running.ts'

const NAME = '^[a-z][a-z0-9_]{0,29}$'
const TEXT_MAX = 2000
const text = Type.Optional(Type.String({ maxLength: TEXT_MAX }))

const Buttons = Type.Array(
  Type.Object(
    {
      name: Type.String({ pattern: NAME }),
      sign: Type.String({ pattern: '^\\S{1,2}$' }),
      insert: Type.Optional(Type.Object({ before: text, text, after: text }, { additionalProperties: false })),
      edits: Type.Optional(Type.Literal('formula')),
    },
    { additionalProperties: false },
  ),
  { maxItems: 10 },
)
const Completions = Type.Array(
  Type.Object(
    {
      name: Type.String({ pattern: NAME }),
      sign: Type.String({ pattern: '^[^\\p{L}\\p{N}\\s\\\\]{1,3}$' }),
      items: Type.Array(
        Type.Object(
          {
            label: Type.String({ minLength: 1, maxLength: 100 }),
            note: Type.Optional(Type.String({ maxLength: 100 })),
            insert: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 500 },
      ),
    },
    { additionalProperties: false },
  ),
  { maxItems: 5 },
)

/** A list, each with a name of its own; `problem` is what is said of any other. */
const named = <S extends TSchema>(schema: S, problem: string): ManifestKey<Static<S>> => {
  const check = whenNeeded(() => Compile(schema))
  return {
    none: [] as Static<S>,
    read(value = [], note) {
      const isFine =
        check().Check(value) &&
        new Set((value as { name: string }[]).map(({ name }) => name)).size === (value as unknown[]).length
      if (!isFine) note(problem)
      return (isFine ? value : []) as Static<S>
    },
  }
}

const ADDRESS = 'address'
const Pastes = Type.Array(
  Type.Object(
    {
      // One name for each part of the path and nothing else: wildcards and repetitions can take a browser minutes.
      address: Type.String({
        maxLength: 300,
        pattern: '^https?://[a-z0-9.-]+(:\\d+)?(/[^/(){}*+?:#\\\\]*(:[A-Za-z_]\\w*)?[^/(){}*+?:#\\\\]*)+$',
      }),
      insert: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
    },
    { additionalProperties: false },
  ),
  { maxItems: 20 },
)
type Pastes = Static<typeof Pastes>

/** Whether it is a pattern, and nothing is inserted that it doesn't name. */
const isSoundPaste = ({ address, insert }: Pastes[number]) => {
  const names = new Set([ADDRESS, ...[...address.matchAll(/:([A-Za-z_]\w*)/g)].map(([, name]) => name)])
  if ([...insert.matchAll(/\{(\w+)\}/g)].some(([, name]) => !names.has(name))) return false
  try {
    return !new URLPattern(address).hasRegExpGroups
  } catch {
    return false
  }
}
const checkPastes = whenNeeded(() => Compile(Pastes))
const pastes: ManifestKey<Pastes> = {
  none: [],
  read(value = [], note) {
    if (checkPastes().Check(value) && value.every(isSoundPaste)) return value
    note(
      'askwell.pastes has to be a list of at most 20, each with address, such as https://tickets.example.org/:number, a host by its name and a path with at most one name in each of its parts, and insert, in whose braces only address and names of the pattern stand',
    )
    return []
  },
}

const dialog: ManifestKey<string> = {
  none: '',
  read: (value, note) => (value === undefined ? '' : moduleFile('dialog', value, note)),
}

/** What it adds to the editor is data; only a dialog is a module for browsers. */
export const editor = port({
  keys: {
    buttons: named(
      Buttons,
      'askwell.buttons has to be a list of at most 10, each with a name of its own, a sign of one or two characters, and insert with before, text and after, or without it if there is a dialog, and edits, if at all, has to be formula',
    ),
    completions: named(
      Completions,
      'askwell.completions has to be a list of at most 5, each with a name of its own, a sign of one to three characters that are no letters, and items, each with label and insert',
    ),
    pastes,
    dialog,
  },
  powers: (keys) => ['editor', ...(keys.dialog ? ['dialog'] : [])],
  calls: {},
})

/** What plugins add to the editor, in the words of a language. */
export const createEditorParts = (plugins: Asking, dialogOf: (slug_name: string) => BrowserModule | undefined) => ({
  hasEditorParts: () => plugins.having('editor').length > 0,
  editorParts: (language: string): PluginEditor[] =>
    plugins.having('editor').map((slug_name) => {
      const manifest = plugins.manifestOf(slug_name)
      const module = dialogOf(slug_name)
      const label = (key: string, otherwise: string) => wordOf(manifest, language, key) || otherwise
      return {
        slug_name,
        frame: module ? frameAddress(slug_name, module) : '',
        buttons: manifest.buttons
          .filter(({ insert }) => insert || module)
          .map(({ name, sign, insert, edits }) => ({
            name,
            sign,
            label: label(`button_${name}`, name),
            insert: insert ? { before: '', text: '', after: '', ...insert } : null,
            ...(edits && { edits }),
          })),
        completions: manifest.completions.map(({ name, sign, items }) => ({
          sign,
          label: label(`completion_${name}`, name),
          items: items.map(({ note = '', ...item }) => ({ note, ...item })),
        })),
        pastes: manifest.pastes,
      }
    }),
})
