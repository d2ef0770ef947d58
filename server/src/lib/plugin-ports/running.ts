import type { Reviewer } from '@askwell/contract/reviewers.ts'
import type { Filtered, Happened, PluginConfig, PluginKind } from '@askwell/plugin-kit'
import { Compile } from 'typebox/compile'
import { type Manifest, wordOf } from '../isolated-plugin.ts'
import { whenNeeded } from '../lazy.ts'
import { type BrowserModules, createBrowserParts } from './browser.ts'
import { createEditorParts } from './editor.ts'
import { createEmbedding } from './embed.ts'
import { filtered } from './filter.ts'
import { type AnswerOf, type CallName, CALLS, type GivenTo } from './ports.ts'
import { createDrawing } from './render.ts'
import { reviewerOf } from './reviewer.ts'
import { createPages } from './route.ts'
import { createWidgets } from './widget.ts'

/** A plugin in a process of its own, as the rest of the site sees it. */
export interface RunningPlugin {
  manifest: Manifest
  /** What an admin or its package calls it. */
  name: string
  /** As an address; empty without one. */
  icon: string
  /** CSS for all pages; empty without any. */
  stylesheet: string
  /** The admin's settings. */
  config: PluginConfig
  /** What browsers run of it. */
  modules: BrowserModules
  /** Changes with each version and each change of its settings. */
  state: string
  call(name: CallName, given: unknown, ms: number): Promise<unknown>
}

/** What the ports ask of plugins. */
export interface Asking {
  /** Names of those that have a place as this kind. */
  having(kind: PluginKind): readonly string[]
  /** Those of this kind that an admin wants and that don't run. */
  awaited(kind: PluginKind): Manifest[]
  manifestOf(slug_name: string): Manifest
  configOf(slug_name: string): PluginConfig
  stateOf(slug_name: string): string
  /** One answer of the kind that the port takes; anything else is thrown, as is what comes too late. */
  ask<C extends CallName>(slug_name: string, name: C, given: GivenTo<C>): Promise<AnswerOf<C>>
}

const NONE: readonly string[] = []

const checkOf = new Map(Object.entries(CALLS).map(([name, { answer }]) => [name, whenNeeded(() => Compile(answer))]))

/** What plugins in processes of their own do in this process of the site. */
export const createPluginPorts = () => {
  const plugins = new Map<string, RunningPlugin>()
  let wanted: ReadonlyMap<string, Manifest> = new Map()
  let byKind = new Map<PluginKind, string[]>()
  let styles = ''
  let look = ''
  let onLook = () => {}

  const find = (slug_name: string) => {
    const plugin = plugins.get(slug_name)
    if (!plugin) throw new Error(`the plugin ${slug_name} isn't running`)
    return plugin
  }
  const asking: Asking = {
    having: (kind) => byKind.get(kind) ?? NONE,
    awaited: (kind) =>
      [...wanted].flatMap(([name, manifest]) => (manifest.kinds.includes(kind) && !plugins.has(name) ? manifest : [])),
    manifestOf: (slug_name) => find(slug_name).manifest,
    configOf: (slug_name) => find(slug_name).config,
    stateOf: (slug_name) => find(slug_name).state,
    async ask<C extends CallName>(slug_name: string, name: C, given: GivenTo<C>) {
      const answer = await find(slug_name).call(name, given, CALLS[name].ms)
      if (!checkOf.get(name)!().Check(answer))
        throw new Error(`${slug_name} answered something that is nothing for ${name}`)
      return answer as AnswerOf<C>
    },
  }
  const { languages, draw } = createDrawing(asking)
  const embedding = createEmbedding(asking)
  const widgets = createWidgets(asking)
  const pages = createPages(asking)
  const browserParts = createBrowserParts(asking, (slug_name) => find(slug_name).modules)
  const editorParts = createEditorParts(asking, (slug_name) => find(slug_name).modules.dialog)

  return {
    ...asking,
    iconOf: (slug_name: string) => find(slug_name).icon,
    /** Those of a kind, as people call them. */
    named: (kind: PluginKind) => asking.having(kind).map((slug_name) => ({ slug_name, name: find(slug_name).name })),
    use(slug_name: string, plugin: RunningPlugin | undefined) {
      if (plugin) plugins.set(slug_name, plugin)
      else plugins.delete(slug_name)
      byKind = new Map()
      for (const [name, { manifest }] of plugins)
        for (const kind of manifest.kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), name])
      const before = look
      styles = asking
        .having('theme')
        .flatMap((name) => find(name).stylesheet || [])
        .join('\n')
      look = JSON.stringify([
        styles,
        embedding.frameHosts(),
        widgets.widgetPlaces(),
        asking.having('route'),
        browserParts.drawnInBrowsers(),
        editorParts.hasEditorParts(),
      ])
      if (look !== before) onLook()
    },
    /** What an admin wants to run, whether it does just now or not. */
    expect(manifests: ReadonlyMap<string, Manifest>) {
      wanted = manifests
    },
    /** CSS of themes, for all pages. */
    styles: () => styles,
    /** Looks to begin with. */
    looks: (language: string) =>
      asking.having('theme').flatMap((slug_name) => {
        const { manifest } = find(slug_name)
        return manifest.looks.map(({ name, ...look }) => ({
          name: `${slug_name}.${name}`,
          title: wordOf(manifest, language, `look_${name}`) || name,
          look,
        }))
      }),
    /** Called when plugins change what pages look like, or what they may show. */
    onLook(listener: () => void) {
      onLook = listener
    },
    languages,
    draw,
    ...embedding,
    ...widgets,
    ...pages,
    ...browserParts,
    ...editorParts,
    /** Who wants to hear of it. */
    hearersOf: (event: string): readonly string[] =>
      asking.having('event').filter((name) => (find(name).manifest.events as string[]).includes(event)),
    /** Whether it gets the texts of posts that it hears of. */
    mayRead: (slug_name: string) => plugins.get(slug_name)?.manifest.permissions.includes('read:posts') ?? false,
    /** @returns what the plugin says of it. */
    async tell(slug_name: string, happened: Happened) {
      const said = await asking.ask(slug_name, 'event', happened)
      return typeof said === 'string' ? said : ''
    },
    reviewers: (): Reviewer[] => asking.having('reviewer').map((slug_name) => reviewerOf(asking, slug_name)),
    filter: (text: Filtered) => filtered(asking, text),
  }
}
export type PluginPorts = ReturnType<typeof createPluginPorts>
