import { THEME_DENSITIES, THEME_FONTS, THEME_WIDTHS } from '@askwell/contract/themes.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { CustomPages, SiteInfo } from '@askwell/web/context.ts'
import type { FastifyRequest } from 'fastify'
import { findCustomDraft } from '../../features/operations/settings/appearance.ts'
import { CUSTOM_PLACES, type CustomShown, customShown } from '../../features/operations/settings/custom-shown.ts'
import { plainColor, type SiteSettings } from '../../features/operations/settings/policy.ts'
import type { Viewer } from '../../lib/actor.ts'
import type { Runtime } from '../../runtime.ts'
import { isSafe } from './safe-mode.ts'

/** What a page is given of the site's own look, and what its reply has to carry for it. */
export interface Appearance {
  theme: SiteSettings['theme']
  custom: CustomPages
  /** For the end of the head. */
  head: string
  sources: CustomShown['sources'] | undefined
  /** Shown in a frame of the administration. */
  framed: boolean
}

/** Pages on which an admin can undo whatever the own HTML does elsewhere. */
const WITHOUT_CUSTOM = /^\/(admin|install|maintenance)(?=[/?.]|$)/

const PREVIEW = /[?&]preview=(theme|custom)\b/

const oneOf = <T extends string>(values: readonly T[], value: string | null) => values.find((one) => one === value)

type Look = SiteSettings['theme']['theme_config'][string]

/** The look that a preview's address asks for, over the saved one. */
const tried = (theme: SiteSettings['theme'], asked: URLSearchParams): SiteSettings['theme'] => {
  const saved = theme.theme_config[theme.theme]
  const look: Look = {
    primary_color: asked.get('primary_color') ?? saved?.primary_color ?? '',
    navbar_style: asked.get('navbar_style') ?? saved?.navbar_style ?? '',
    width: oneOf(THEME_WIDTHS, asked.get('width')) ?? saved?.width,
    density: oneOf(THEME_DENSITIES, asked.get('density')) ?? saved?.density,
    font: oneOf(THEME_FONTS, asked.get('font')) ?? saved?.font,
  }
  const color_scheme = oneOf(['', 'light', 'dark'], asked.get('color_scheme')) ?? theme.color_scheme
  return { ...theme, color_scheme, theme_config: { ...theme.theme_config, [theme.theme]: look } }
}

/** What was saved as a colour long ago may be none, or one that can be seen through; the styles of all pages are made from it. */
const readable = (theme: SiteSettings['theme']): SiteSettings['theme'] => ({
  ...theme,
  theme_config: Object.fromEntries(
    Object.entries(theme.theme_config).map(([name, look]) => [
      name,
      { ...look, primary_color: plainColor(look.primary_color) ?? '' },
    ]),
  ),
})

const nothingCustom = (frames: string[]): CustomPages => ({
  version: '',
  parts: [],
  html: undefined,
  safe: true,
  frames,
})

/** A draft has no address of its own. */
const inline = (css: string) => `<style>${css.replace(/<\/style/gi, '<\\/style')}</style>`

const NO_SOURCES: CustomShown['sources'] = { script: [], style: [], font: [], frame: [], connect: [], media: [] }

/** Frames in posts have nothing to do with the own HTML. */
const withFrames = (sources: CustomShown['sources'] | undefined, frames: readonly string[]) =>
  frames.length
    ? {
        ...(sources ?? NO_SOURCES),
        frame: [...(sources?.frame ?? []), ...frames.map((host) => `https://${host}`)],
      }
    : sources

const customPages = (shown: CustomShown, url: string, frames: string[]): CustomPages => ({
  version: shown.version,
  parts: (['css', ...CUSTOM_PLACES] as const).filter((place) => shown[place] !== ''),
  html: WITHOUT_CUSTOM.test(url) ? undefined : { header: shown.header, footer: shown.footer, sidebar: shown.sidebar },
  safe: false,
  frames,
})

export const appearanceFor = async (runtime: Runtime, request: FastifyRequest, actor: Viewer): Promise<Appearance> => {
  const settings = await runtime.settings()
  const preview = isAdmin(actor) ? PREVIEW.exec(request.url)?.[1] : undefined
  const asked = new URLSearchParams(request.url.split('?', 2)[1])
  const theme = readable(preview === 'theme' ? tried(settings.theme, asked) : settings.theme)
  const framed = preview !== undefined
  const frames = runtime.app?.plugins.frameHosts() ?? []
  if (isSafe(request) && preview !== 'custom')
    return { theme, custom: nothingCustom(frames), head: '', sources: withFrames(undefined, frames), framed }
  const draft = preview === 'custom' && runtime.app ? await findCustomDraft(runtime.app, actor!.id) : undefined
  const styles = runtime.app?.plugins.styles() ?? ''
  const shown = await customShown(draft ? { ...settings, custom_css_html: draft } : settings, styles)
  const isPlain = WITHOUT_CUSTOM.test(request.url)
  const custom = customPages(shown, request.url, frames)
  return {
    theme,
    custom: draft ? { ...custom, parts: custom.parts.filter((part) => part !== 'css') } : custom,
    head: isPlain ? '' : shown.head + (draft ? inline(shown.css) : ''),
    sources: withFrames(isPlain ? undefined : shown.sources, frames),
    framed,
  }
}

/** The pages have the own HTML from elsewhere: sixty-four kilobytes of it needn't be in what every page is told of the site. */
export const withAppearance = (info: SiteInfo, { theme }: Appearance): SiteInfo => ({
  ...info,
  theme: { ...info.theme, ...theme },
  custom_css_html: { custom_head: '', custom_css: '', custom_header: '', custom_footer: '', custom_sidebar: '' },
})

/** Puts the own elements at the end of a page's head. React skips what it doesn't know there. */
export const withHead = (html: string, head: string) => (head ? html.replace('</head>', () => `${head}</head>`) : html)
