import type { ConfigField, PluginKind } from '@askwell/plugin-kit'
import type { TSchema } from 'typebox'

/** Notes what is wrong with a manifest, in a sentence. */
export type Note = (problem: string) => void

/** A key of the manifest that says more of a port; without the port it says nothing. */
export interface ManifestKey<T> {
  /** `config`: the plugin's settings, which it may name. */
  read(value: unknown, note: Note, config: readonly ConfigField[]): T
  none: T
}

/** One function of a plugin: what it is given, the only answers that are taken, and the time that it has. Whoever asks says what happens if it fails. */
export interface Call<Given = unknown, Answer extends TSchema = TSchema> {
  answer: Answer
  ms: number
  /** A type only. */
  given?: Given
}
export const call =
  <Given>() =>
  <Answer extends TSchema>(ms: number, answer: Answer): Call<Given, Answer> => ({ ms, answer })

type Keys = Record<string, ManifestKey<unknown>>
type ReadKeys<K extends Keys> = { [N in keyof K]: K[N] extends ManifestKey<infer T> ? T : never }

/** Something that a plugin in a process of its own can be: a file in this folder, and a row of the table in `ports.ts` and of the one in docs/plugins.md. */
export interface Port<K extends Keys = Keys, C extends Record<string, Call> = Record<string, Call>> {
  keys: K
  /** What an admin agrees to, each `<kind>` or `<kind>:<name>`; its words are `plugins.power_<kind>`. */
  powers(keys: ReadKeys<K>): string[]
  /** By `<kind>`, or `<kind>.<function>` where there are several. */
  calls: C
  /** Those of them that a plugin has to have, where its manifest says so; else it has to have all. */
  needs?(keys: ReadKeys<K>): (keyof C)[]
}

export const port = <K extends Keys, C extends Record<string, Call>>(given: Port<K, C>) => given

/** A port whose one power is that it is asked at all. */
export const simplePort = <C extends Record<string, Call>>(kind: PluginKind, calls: C) =>
  port({ keys: {}, powers: () => [kind], calls })

/** A list of texts, each of which `problemOf` finds nothing wrong with; `missing`: what is said of an empty one, if it may not be. */
export const texts = <T extends string = string>(
  name: string,
  { most, problemOf, missing }: { most: number; problemOf(text: string): string | undefined; missing?: string },
): ManifestKey<T[]> => ({
  none: [],
  read(value, note) {
    const list = textList(value, name, most, note) as T[]
    if (list.length === 0 && missing) note(missing)
    for (const text of list) {
      const problem = problemOf(text)
      if (problem) note(problem)
    }
    return list
  },
})

/** The name of a setting of one of these kinds; empty where there is none. */
export const settingName = (name: string, ...kinds: ConfigField['kind'][]): ManifestKey<string> => ({
  none: '',
  read(value = '', note, config) {
    if (value === '' || config.some((field) => field.name === value && kinds.includes(field.kind)))
      return value as string
    note(`askwell.${name} names no setting of the kind ${kinds.join(' or ')}`)
    return ''
  },
})

/** Whether something is so, which it isn't where nothing is said. */
export const flag = (name: string): ManifestKey<boolean> => ({
  none: false,
  read(value = false, note) {
    if (typeof value === 'boolean') return value
    note(`askwell.${name} has to be true or false`)
    return false
  },
})

const TEXT_MAX = 300
export const textList = (value: unknown = [], name: string, most: number, note: Note): string[] => {
  if (
    Array.isArray(value) &&
    value.length <= most &&
    value.every((one) => typeof one === 'string' && one.length <= TEXT_MAX)
  )
    return [...new Set(value as string[])]
  note(`askwell.${name} has to be a list of at most ${most} texts`)
  return []
}
