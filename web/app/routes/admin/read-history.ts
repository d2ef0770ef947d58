import { pluginHistory, settingsHistory } from '@askwell/contract/configuration.ts'
import type { RouteContext } from '../../session.ts'
import { type HistoryOf, SECTIONS_OF } from './setting-sections.ts'

export const readHistory = (call: RouteContext['call'], of: HistoryOf) =>
  'plugin' in of
    ? call(pluginHistory, { query: { plugin_slug_name: of.plugin } })
    : call(settingsHistory, { query: { sections: SECTIONS_OF[of.page].join(',') } })
