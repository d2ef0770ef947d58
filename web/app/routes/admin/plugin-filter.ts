import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { paths } from '../../paths.ts'

/** What plugins are for, in the order of the page, with the kinds of each. */
const KINDS_OF_GROUPS = {
  signing_in: ['connector', 'user_center'],
  protection: ['captcha', 'reviewer', 'scan', 'filter'],
  search: ['search', 'embedding'],
  texts: ['render', 'embed', 'browser', 'editor'],
  pages: ['route', 'widget'],
  telling: ['notification', 'event'],
  looks: ['theme'],
  moving: ['importer', 'upload_store'],
  programs: ['endpoint'],
  broken: [],
} as const
export type PluginGroup = keyof typeof KINDS_OF_GROUPS
export const PLUGIN_GROUPS = Object.keys(KINDS_OF_GROUPS) as PluginGroup[]

/** It can't be loaded. Another one may have its name, for which this one was left out. */
export const isBroken = ({ kinds }: Pick<KnownPlugin, 'kinds'>) => kinds.length === 0
export const isRemovable = ({ instance_of, source }: KnownPlugin) => instance_of !== '' || source === 'upload'

/** All that it belongs to: one of several kinds is found under each. In the whole list it stands in the first. */
export const groupsOf = ({ kinds, powers }: Pick<KnownPlugin, 'kinds' | 'powers'>): PluginGroup[] => {
  if (isBroken({ kinds })) return ['broken']
  const makesAccounts = powers.some(({ power }) => power === 'accounts')
  const groups = PLUGIN_GROUPS.filter(
    (group) => KINDS_OF_GROUPS[group].some((kind) => kinds.includes(kind)) || (group === 'signing_in' && makesAccounts),
  )
  return groups.length ? groups : ['programs']
}

/** It has to be agreed to again before it runs. */
export const wantsMore = ({ enabled, powers }: KnownPlugin) => enabled && powers.some(({ agreed }) => !agreed)
const isIdle = ({ enabled, set_up }: KnownPlugin) => enabled && !set_up
/** An admin has something to do, or it does nothing. */
export const needsCare = (plugin: KnownPlugin) =>
  plugin.fault !== null || isBroken(plugin) || isIdle(plugin) || wantsMore(plugin)

const IS_IN_STATE = {
  on: ({ enabled }: KnownPlugin) => enabled,
  off: ({ enabled }: KnownPlugin) => !enabled,
  faults: needsCare,
  update: ({ origin }: KnownPlugin) => Boolean(origin?.newer),
}
export type PluginState = keyof typeof IS_IN_STATE
export const PLUGIN_STATES = Object.keys(IS_IN_STATE) as PluginState[]

export interface PluginFilter {
  q: string
  kind: PluginGroup | ''
  state: PluginState | ''
}
const WORDS_MOST = 100

export const readPluginFilter = (search: URLSearchParams): PluginFilter => ({
  q: (search.get('q') ?? '').trim().slice(0, WORDS_MOST),
  kind: PLUGIN_GROUPS.find((group) => group === search.get('kind')) ?? '',
  state: PLUGIN_STATES.find((state) => state === search.get('state')) ?? '',
})

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Every word that was typed is in its name, its description or its name in addresses. */
export const fitsPlugin = (plugin: KnownPlugin, { q, kind, state }: PluginFilter) => {
  const said = folded(`${plugin.name} ${plugin.description} ${plugin.slug_name}`)
  return (
    (kind === '' || groupsOf(plugin).includes(kind)) &&
    (state === '' || IS_IN_STATE[state](plugin)) &&
    folded(q)
      .split(/\s+/)
      .every((word) => said.includes(word))
  )
}

/** The page as it is filtered, with a dialog if one is named. */
export const pluginsAddress = ({ q, kind, state }: PluginFilter, dialog: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...(q && { q }), ...(kind && { kind }), ...(state && { state }), ...dialog })
  return query.size ? `${paths.admin('installed-plugins')}?${query}` : paths.admin('installed-plugins')
}
