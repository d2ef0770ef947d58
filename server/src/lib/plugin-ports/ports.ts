import { type ConfigField, PLUGIN_KINDS, type PluginKind } from '@askwell/plugin-kit'
import type { Static } from 'typebox'
import { browser } from './browser.ts'
import { captcha } from './captcha.ts'
import { connector } from './connector.ts'
import { editor } from './editor.ts'
import { embed } from './embed.ts'
import { embedding } from './embedding.ts'
import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { filter } from './filter.ts'
import { importer } from './importer.ts'
import { notification } from './notification.ts'
import type { Call, ManifestKey, Note, Port } from './port.ts'
import { render } from './render.ts'
import { reviewer } from './reviewer.ts'
import { route } from './route.ts'
import { scan } from './scan.ts'
import { search } from './search.ts'
import { theme } from './theme.ts'
import { uploadStore } from './upload-store.ts'
import { userCenter } from './user-center.ts'
import { widget } from './widget.ts'

/** Everything that plugins in processes of their own can be. */
export const PORTS = {
  render,
  event,
  reviewer,
  filter,
  notification,
  captcha,
  search,
  connector,
  scan,
  theme,
  embed,
  endpoint,
  user_center: userCenter,
  widget,
  route,
  importer,
  embedding,
  upload_store: uploadStore,
  browser,
  editor,
} satisfies Record<PluginKind, Pick<Port, 'keys' | 'calls'>>

type Ports = typeof PORTS
type Intersected<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

type AllKeys = Intersected<Ports[PluginKind]['keys']>
/** What the keys of all ports say in a manifest. */
export type PortKeys = { [N in keyof AllKeys]: AllKeys[N] extends ManifestKey<infer T> ? T : never }

type AllCalls = Intersected<Ports[PluginKind]['calls']>
export type CallName = keyof AllCalls
export type GivenTo<C extends CallName> = AllCalls[C] extends Call<infer Given> ? Given : never
export type AnswerOf<C extends CallName> = Static<AllCalls[C]['answer']>

export const CALLS = Object.assign({}, ...Object.values(PORTS).map(({ calls }) => calls)) as Record<CallName, Call>

const keysOf = (kind: PluginKind) => Object.entries<ManifestKey<unknown>>(PORTS[kind].keys)

/** Keys of a manifest that only ports know. */
export const PORT_KEYS = PLUGIN_KINDS.flatMap((kind) => keysOf(kind).map(([name]) => name))

/** What a manifest says in the keys of these kinds; the others say nothing. */
export const readPortKeys = (
  manifest: Record<string, unknown>,
  kinds: readonly string[],
  config: readonly ConfigField[],
  note: Note,
) =>
  Object.fromEntries(
    PLUGIN_KINDS.flatMap((kind) =>
      keysOf(kind).map(([name, { read, none }]) => [
        name,
        kinds.includes(kind) ? read(manifest[name], note, config) : none,
      ]),
    ),
  ) as PortKeys

/** What an admin agrees to for these kinds. */
export const powersOfPorts = (kinds: readonly PluginKind[], keys: PortKeys) =>
  kinds.flatMap((kind) => (PORTS[kind] as { powers(keys: PortKeys): string[] }).powers(keys))

/** The functions that a plugin of these kinds has to have. */
export const callsOf = (kinds: readonly PluginKind[], keys: PortKeys) =>
  kinds.flatMap((kind) => {
    const { calls, needs } = PORTS[kind] as Pick<Port, 'calls'> & { needs?(keys: PortKeys): string[] }
    return needs?.(keys) ?? Object.keys(calls)
  })
