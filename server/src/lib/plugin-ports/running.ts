import type { Reviewer } from '@askwell/contract/reviewers.ts'
import { toldApart } from '@askwell/contract/told-apart.ts'
import type { Filtered, Happened, PluginConfig, PluginKind } from '@askwell/plugin-kit'
import { Compile } from 'typebox/compile'
import { type Manifest, PluginAway, wordOf } from '../isolated-plugin.ts'
import { whenNeeded } from '../lazy.ts'
import { createOffers } from '../offered-files.ts'
import { type BrowserModules, createBrowserParts } from './browser.ts'
import { createEditorParts } from './editor.ts'
import { createEmbedding } from './embed.ts'
import { filtered } from './filter.ts'
import { type AnswerOf, type CallName, CALLS, type GivenTo } from './ports.ts'
import { createDrawing } from './render.ts'
import { absentReviewer, reviewerOf } from './reviewer.ts'
import { createPages } from './route.ts'
import { createWidgets } from './widget.ts'
import { firstWrong, wrongPart } from './wrong-part.ts'

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
  /** An answer of it doesn't fit: for whoever writes the plugin, and for the admin. */
  refused(why: string): void
}

/** What the ports ask of plugins. */
export interface Asking {
  /** Names of those that have a place as this kind, in order. */
  having(kind: PluginKind): readonly string[]
  /** Those of this kind that an admin wants and that don't run. */
  awaited(kind: PluginKind): Manifest[]
  manifestOf(slug_name: string): Manifest
  configOf(slug_name: string): PluginConfig
  stateOf(slug_name: string): string
  /** Throws what is wrong with an answer, and has the plugin's log say it: whoever asked may go on without. */
  refuse(slug_name: string, why: string): never
  /** One answer of the kind that the port takes; anything else is thrown, as is what comes too late. */
  ask<C extends CallName>(slug_name: string, name: C, given: GivenTo<C>): Promise<AnswerOf<C>>
}

/** Of an answer with more values it isn't looked for what is wrong: that would take the site's process seconds. */
const EXPLAINED = 20_000
const WHY_CHARACTERS = 1000

const isLarge = (answer: unknown) => {
  const values = [answer]
  for (let at = 0; at < values.length && values.length <= EXPLAINED; at++) {
    const one = values[at]
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) values.push(inner)
  }
  return values.length > EXPLAINED
}

const NONE: readonly string[] = []

const checkOf = new Map(Object.entries(CALLS).map(([name, { answer }]) => [name, whenNeeded(() => Compile(answer))]))

/** What plugins in processes of their own do in this process of the site. */
export const createPluginPorts = () => {
  const plugins = new Map<string, RunningPlugin>()
  let wanted: ReadonlyMap<string, Manifest> = new Map()
  let agreed: ReadonlySet<string> = new Set()
  let byKind = new Map<PluginKind, string[]>()
  let styles = ''
  let look = ''
  let onLook = () => {}

  const find = (slug_name: string) => {
    const plugin = plugins.get(slug_name)
    if (!plugin) throw new PluginAway(`the plugin ${slug_name} isn't running`)
    return plugin
  }
  const asking: Asking = {
    having: (kind) => byKind.get(kind) ?? NONE,
    awaited: (kind) =>
      [...wanted].flatMap(([name, manifest]) => (manifest.kinds.includes(kind) && !plugins.has(name) ? manifest : [])),
    manifestOf: (slug_name) => find(slug_name).manifest,
    configOf: (slug_name) => find(slug_name).config,
    stateOf: (slug_name) => find(slug_name).state,
    refuse(slug_name, why) {
      const said = why.slice(0, WHY_CHARACTERS)
      plugins.get(slug_name)?.refused(said)
      throw new Error(`${slug_name}: ${said}`)
    },
    async ask<C extends CallName>(slug_name: string, name: C, given: GivenTo<C>) {
      const answer = await find(slug_name).call(name, given, CALLS[name].ms)
      const validator = checkOf.get(name)!()
      if (validator.Check(answer)) return answer as AnswerOf<C>
      const where = isLarge(answer)
        ? `it has more than ${EXPLAINED} values`
        : wrongPart(name, answer) || firstWrong(validator, answer)
      return asking.refuse(slug_name, `its answer is nothing for ${name}: ${where}`)
    },
  }
  const { languages, draw } = createDrawing(asking)
  const embedding = createEmbedding(asking)
  const widgets = createWidgets(asking)
  const iconOf = (slug_name: string) => find(slug_name).icon
  const pages = createPages(asking, iconOf)
  const browserParts = createBrowserParts(asking, (slug_name) => find(slug_name).modules)
  const editorParts = createEditorParts(asking, (slug_name) => find(slug_name).modules.dialog)
  /** Whether an admin wants it as this kind and it doesn't run: it begins anew, waits for an agreement, or had too many faults. */
  const isAwaited = (slug_name: string, kind: PluginKind) =>
    !plugins.has(slug_name) && (wanted.get(slug_name)?.kinds.includes(kind) ?? false)
  /** Names of those of this kind that are on and agreed to, in order: the same in every process, also where one couldn't begin. */
  const inUse = (kind: PluginKind) => {
    const away = [...agreed].filter((slug_name) => isAwaited(slug_name, kind))
    return [...asking.having(kind), ...away].sort()
  }

  return {
    ...asking,
    iconOf,
    isAwaited,
    inUse,
    /** For jobs: what is for a plugin that an admin wants, and that isn't running in this process just now, is tried again. */
    failWhileAwaited(slug_name: string, kind: PluginKind) {
      if (isAwaited(slug_name, kind)) throw new PluginAway(`${slug_name} isn't running`)
    },
    ...createOffers(),
    /** Of an importer: endings of the uploads that it reads. */
    readsFiles: (slug_name: string): readonly string[] => find(slug_name).manifest.files,
    /** Those of a kind, as people call them. */
    named: (kind: PluginKind) =>
      toldApart(asking.having(kind).map((slug_name) => ({ slug_name, name: find(slug_name).name }))),
    use(slug_name: string, plugin: RunningPlugin | undefined) {
      if (plugin) plugins.set(slug_name, plugin)
      else plugins.delete(slug_name)
      byKind = new Map()
      // By name: where the first counts, it is the same one in every process, whichever began first.
      for (const name of [...plugins.keys()].sort())
        for (const kind of find(name).manifest.kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), name])
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
    /** What an admin wants to run, whether it does just now or not, and what of it may run. */
    expect(manifests: ReadonlyMap<string, Manifest>, mayRun: ReadonlySet<string>) {
      wanted = manifests
      agreed = mayRun
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
    /** Who wants to hear of it, whether it runs in this process or not. */
    hearersOf: (event: string): readonly string[] =>
      inUse('event').filter((name) =>
        ((plugins.get(name)?.manifest ?? wanted.get(name))!.events as string[]).includes(event),
      ),
    /** Whether it gets the texts of posts that it hears of. */
    mayRead: (slug_name: string) => plugins.get(slug_name)?.manifest.permissions.includes('read:posts') ?? false,
    /** @returns what the plugin says of it. */
    async tell(slug_name: string, happened: Happened) {
      const said = await asking.ask(slug_name, 'event', happened)
      return typeof said === 'string' ? said : ''
    },
    /** Also those that an admin wants and that don't run: a text that ends one must not be the way past it. */
    reviewers: (): Reviewer[] => [
      ...asking.having('reviewer').map((slug_name) => reviewerOf(asking, slug_name)),
      ...asking.awaited('reviewer').map(({ slug_name }) => absentReviewer(slug_name)),
    ],
    filter: (text: Filtered) => filtered(asking, text),
  }
}
export type PluginPorts = ReturnType<typeof createPluginPorts>
