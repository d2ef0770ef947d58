import type { PluginConfig } from '@askwell/plugin-kit'
import type { App } from '../../../events/events.ts'
import type { FoundPlugin } from '../../../lib/isolated-plugin.ts'
import type { Installed } from '../../../plugin-host/isolated/installed.ts'
import { callsOf } from '../../../lib/plugin-ports/ports.ts'
import { wordOf } from '../../../plugin-host/isolated/manifest.ts'
import { answerPlugin } from './kit-requests.ts'
import type { Plugin } from './policy.ts'

// Plugins in processes of their own: as the list of plugins has them, and how they take their place.

/** It takes its place by `startIsolated`, which takes a while. */
export const asIsolated = (found: FoundPlugin): Plugin => ({
  slug_name: found.manifest.slug_name,
  version: found.manifest.version,
  config: found.manifest.config,
  isolated: found,
  words: (language, key) => wordOf(found.manifest, language, key),
  turn: () => {},
})

/** Whether an admin has agreed to everything that it wants to do. */
export const isAgreed = ({ powers }: FoundPlugin, agreed: readonly string[]) =>
  powers.every((power) => agreed.includes(power))

interface Start {
  found: FoundPlugin
  config: PluginConfig
  language: string
  onGivenUp(why: string): void
}

/** It takes its place at once; whoever calls it waits until it is loaded. */
export const startIsolated = async (app: App, installed: Installed, { found, config, language, onGivenUp }: Start) => {
  const { slug_name, kinds, permissions } = found.manifest
  const process = await installed.start(slug_name, {
    config,
    language,
    calls: callsOf(kinds),
    onGivenUp,
    serve: (what, args) => answerPlugin(app, { slug_name, permissions, config }, what, args),
  })
  app.plugins.use(slug_name, {
    manifest: found.manifest,
    state: `${found.digest} ${JSON.stringify(config)}`,
    call: process.call,
  })
}

export const stopIsolated = (app: App, installed: Installed, slug_name: string) => {
  app.plugins.use(slug_name, undefined)
  installed.stop(slug_name)
}
