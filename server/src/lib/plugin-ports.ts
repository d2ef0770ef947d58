import type { Reviewer } from '@askwell/contract/reviewers.ts'
import type { Block, Filtered, Happened, PluginParts } from '@askwell/plugin-kit'
import { LRUCache } from 'lru-cache'

/** A plugin in a process of its own, as the rest of the site sees it. */
export interface PortedPlugin {
  languages: readonly string[]
  events: readonly string[]
  kinds: readonly string[]
  permissions: readonly string[]
  /** Changes with each version and each change of its settings. */
  state: string
  call(port: keyof PluginParts, given: unknown, ms: number): Promise<unknown>
}

/** Time that each port has. */
export const PORT_MS = { render: 3000, event: 20_000, reviewer: 8000, filter: 2000 } as const
/** One text's blocks that plugins draw; what comes after stays code. */
export const BLOCKS_MAX = 20
export const BLOCK_CHARACTERS = 20_000
const DRAWN_CHARACTERS = 200_000
const TEXT_CHARACTERS = 200_000
const KEPT_CHARACTERS = 4_000_000

const REASON_CHARACTERS = 500

const isText = (value: unknown): value is string => typeof value === 'string'

/** What plugins in processes of their own do in this process of the site. Whatever they answer is checked here. */
export const createPluginPorts = () => {
  const plugins = new Map<string, PortedPlugin>()
  const drawn = new LRUCache<string, string>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  let languages = new Map<string, string>()
  let hearers = new Map<string, string[]>()

  const index = () => {
    languages = new Map()
    hearers = new Map()
    for (const [slug_name, plugin] of plugins) {
      for (const language of plugin.languages) if (!languages.has(language)) languages.set(language, slug_name)
      for (const event of plugin.events) hearers.set(event, [...(hearers.get(event) ?? []), slug_name])
    }
  }
  const keyOf = (plugin: PortedPlugin, { language, text }: Block) => `${plugin.state}\0${language}\0${text}`

  /** In one call what a plugin hasn't drawn lately; a plugin that fails leaves code. */
  const ask = async (slug_name: string, blocks: Block[]) => {
    const plugin = plugins.get(slug_name)!
    const fresh = blocks.filter((block) => drawn.get(keyOf(plugin, block)) === undefined)
    if (!fresh.length) return
    const answer = await plugin.call('render', fresh, PORT_MS.render).catch(() => undefined)
    if (!Array.isArray(answer)) return
    for (const [at, block] of fresh.entries()) {
      const html: unknown = answer[at]
      if (isText(html) && html.length <= DRAWN_CHARACTERS) drawn.set(keyOf(plugin, block), html)
    }
  }

  const reviewerOf = ([slug_name, plugin]: [string, PortedPlugin]): Reviewer => ({
    slug_name,
    async review({ user_agent: _, ip: _ip, author: { id: _id, role_id: _role, ...author }, ...text }) {
      const answer = (await plugin.call('reviewer', { ...text, author }, PORT_MS.reviewer)) as {
        verdict: 'approved'
        reason?: unknown
      } | null
      const reason = isText(answer?.reason) ? answer.reason.slice(0, REASON_CHARACTERS) : undefined
      return { verdict: answer!.verdict, ...(reason !== undefined && { reason }) }
    },
  })

  return {
    use(slug_name: string, plugin: PortedPlugin | undefined) {
      if (plugin) plugins.set(slug_name, plugin)
      else plugins.delete(slug_name)
      index()
    },
    /** Languages of code that a plugin draws. */
    languages: () => [...languages.keys()],
    /** The HTML of each block, still to be made safe; undefined for those that stay code. */
    async draw(blocks: readonly Block[]): Promise<(string | undefined)[]> {
      const few = blocks.slice(0, BLOCKS_MAX).filter(({ text }) => text.length <= BLOCK_CHARACTERS)
      const byPlugin = Map.groupBy(few, ({ language }) => languages.get(language) ?? '')
      byPlugin.delete('')
      await Promise.all([...byPlugin].map(([slug_name, own]) => ask(slug_name, own)))
      return blocks.map((block) => {
        const plugin = plugins.get(languages.get(block.language) ?? '')
        return plugin && drawn.get(keyOf(plugin, block))
      })
    },
    /** Who wants to hear of it. */
    hearersOf: (event: string): readonly string[] => hearers.get(event) ?? [],
    /** Whether it gets the texts of posts that it hears of. */
    mayRead: (slug_name: string) => plugins.get(slug_name)?.permissions.includes('read:posts') ?? false,
    /** @returns what the plugin says of it. */
    async tell(slug_name: string, happened: Happened) {
      const said = await plugins.get(slug_name)?.call('event', happened, PORT_MS.event)
      return isText(said) ? said : ''
    },
    reviewers: (): Reviewer[] => [...plugins].filter(([, { kinds }]) => kinds.includes('reviewer')).map(reviewerOf),
    /** The text as it is to be kept: each plugin gets what the one before made of it. One that fails changes nothing. */
    async filter(text: Filtered): Promise<string> {
      let { content } = text
      for (const plugin of plugins.values()) {
        if (!plugin.kinds.includes('filter')) continue
        const answer = await plugin.call('filter', { ...text, content }, PORT_MS.filter).catch(() => undefined)
        if (isText(answer) && answer.length <= TEXT_CHARACTERS) content = answer
      }
      return content
    },
  }
}
export type PluginPorts = ReturnType<typeof createPluginPorts>
