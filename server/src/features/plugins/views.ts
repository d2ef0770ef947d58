import type { PluginStatus } from '@askwell/contract/site.ts'
import { say } from '../../lib/words.ts'
import type { Plugin } from './policy.ts'

export const pluginStatus = ({ slug_name }: Plugin, on: readonly string[], { language, version }: { language: string; version: string }): PluginStatus => ({
  slug_name, name: say(language, `plugins.${slug_name}_name`), description: say(language, `plugins.${slug_name}_description`), version, link: '', enabled: on.includes(slug_name), have_config: false,
})
