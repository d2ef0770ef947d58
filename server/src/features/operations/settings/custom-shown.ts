import { createHash } from 'node:crypto'
import type { CustomFindings } from '@askwell/contract/site-settings.ts'
import { readCustomHtml } from '../../../workers/texts.ts'
import type { SiteSettings } from './policy.ts'

type Custom = SiteSettings['custom_css_html']

/** What pages additionally may load and run because of the site's own HTML, by directive. */
export type CustomSources = Record<'script' | 'style' | 'font' | 'frame' | 'connect' | 'media', string[]>

/** The site's own CSS and HTML as pages have it. */
export interface CustomShown {
  /** Another one for each other content. */
  version: string
  css: string
  head: string
  header: string
  footer: string
  sidebar: string
  sources: CustomSources
  findings: CustomFindings
}

const FIELDS = {
  head: 'custom_head',
  header: 'custom_header',
  footer: 'custom_footer',
  sidebar: 'custom_sidebar',
} as const
export const CUSTOM_PLACES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

const NO_HTML = { head: '', header: '', footer: '', sidebar: '' }

const inlineSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const once = (list: string[]) => [...new Set(list)]

const shown = async (custom: Custom, site: string, styles: string): Promise<CustomShown> => {
  const { allow_scripts: allowScripts = false, allowed_hosts = [] } = custom
  const places = CUSTOM_PLACES.filter((place) => custom[FIELDS[place]])
  const parts = places.map((place) => ({ text: custom[FIELDS[place]], isHead: place === 'head', allowScripts, site }))
  const read = parts.length ? await readCustomHtml(parts) : []
  const parsed = read.map((one, at) => ({ place: places[at]!, ...one }))
  const html = Object.fromEntries(parsed.map((one) => [one.place, one.html]))
  const hosts = (kind: 'script' | 'style' | 'frame') => once(parsed.flatMap((one) => one.hosts[kind]))
  const scripts = parsed.flatMap((one) => one.scripts)
  const [scriptHosts, styleHosts, frameHosts] = [hosts('script'), hosts('style'), hosts('frame')]
  const sources: CustomSources = {
    script: allowScripts ? once([...scripts.map(inlineSource), ...scriptHosts, ...allowed_hosts]) : [],
    connect: allowScripts ? once([...scriptHosts, ...allowed_hosts]) : [],
    style: once([...styleHosts, ...allowed_hosts]),
    font: once([...styleHosts, ...allowed_hosts]),
    frame: once([...frameHosts, ...allowed_hosts]),
    media: allowed_hosts,
  }
  return {
    version: createHash('sha256')
      .update(JSON.stringify(custom) + styles)
      .digest('base64url')
      .slice(0, 12),
    // Last, so that an admin has the last word.
    css: [styles, custom.custom_css].filter(Boolean).join('\n'),
    ...NO_HTML,
    ...html,
    sources,
    findings: {
      left_out: parsed.flatMap(({ place, leftOut }) => leftOut.map((what) => ({ field: FIELDS[place], what }))),
      inline_scripts: scripts.length,
      hosts: once([...scriptHosts, ...styleHosts, ...frameHosts, ...allowed_hosts]),
    },
  }
}

const known = new WeakMap<Custom, { styles: string; shown: Promise<CustomShown> }>()

/** Parsed once for each change of the settings, or of `styles`, the CSS of plugins. */
export const customShown = (
  { custom_css_html: custom, general }: Pick<SiteSettings, 'custom_css_html' | 'general'>,
  styles: string,
): Promise<CustomShown> => {
  const before = known.get(custom)
  if (before?.styles === styles) return before.shown
  const now = shown(custom, general.site_url || 'http://localhost', styles)
  known.set(custom, { styles, shown: now })
  now.catch(() => known.delete(custom))
  return now
}
