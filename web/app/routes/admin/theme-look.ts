import { PRIMARY_COLOR } from '@askwell/contract/limits.ts'
import type { Theme } from '@askwell/contract/site-settings.ts'
import {
  THEME_DENSITIES,
  THEME_FONTS,
  THEME_PRESETS,
  THEME_SCHEMES,
  THEME_WIDTHS,
  type ThemeLook,
  type ThemePreset,
} from '@askwell/contract/themes.ts'
import { text } from '../../forms.tsx'
import { navbarOf } from '../../components/layout/navbar.ts'
import { themeAttributes } from '../../theme.ts'

const oneOf = <T extends string>(values: readonly T[], value: unknown) => values.find((one) => one === value)

/** A look as it is saved. */
export const lookOf = ({ theme, theme_config, color_scheme }: Theme): ThemeLook => {
  const { primary_color = PRIMARY_COLOR, navbar_style = '', width, density, font } = theme_config[theme] ?? {}
  return {
    primary_color: primary_color || PRIMARY_COLOR,
    navbar_style,
    color_scheme: oneOf(THEME_SCHEMES, color_scheme) ?? '',
    width: width ?? 'normal',
    density: density ?? 'normal',
    font: font ?? 'system',
  }
}

/** The look that a preset's address asks for: the site's own, or a plugin's. */
export const presetOf = ({ searchParams }: URL, { looks = [] }: Pick<Theme, 'looks'>): ThemeLook | undefined => {
  const name = searchParams.get('preset') ?? ''
  if (Object.hasOwn(THEME_PRESETS, name)) return THEME_PRESETS[name as ThemePreset]
  return looks.find((one) => one.name === name)?.look
}

/** A look as the form has it. */
export const lookIn = (form: FormData): ThemeLook => ({
  primary_color: text(form, 'primary_color').trim(),
  navbar_style: text(form, 'navbar') === 'own' ? text(form, 'navbar_style').trim() : text(form, 'navbar'),
  color_scheme: oneOf(THEME_SCHEMES, text(form, 'color_scheme')) ?? '',
  width: oneOf(THEME_WIDTHS, text(form, 'width')) ?? 'normal',
  density: oneOf(THEME_DENSITIES, text(form, 'density')) ?? 'normal',
  font: oneOf(THEME_FONTS, text(form, 'font')) ?? 'system',
})

/** A theme's file; nothing if it is none. What it doesn't say is as on a new site. */
export const lookInFile = (json: string): ThemeLook | undefined => {
  try {
    const { askwell_theme: version, ...look } = JSON.parse(json) as Partial<Record<string, unknown>>
    if (version !== 1) return undefined
    const words = (name: string) => (typeof look[name] === 'string' ? look[name] : '')
    return {
      primary_color: words('primary_color') || PRIMARY_COLOR,
      navbar_style: words('navbar_style'),
      color_scheme: oneOf(THEME_SCHEMES, look.color_scheme) ?? '',
      width: oneOf(THEME_WIDTHS, look.width) ?? 'normal',
      density: oneOf(THEME_DENSITIES, look.density) ?? 'normal',
      font: oneOf(THEME_FONTS, look.font) ?? 'system',
    }
  } catch {
    return undefined
  }
}
export const fileOf = (look: ThemeLook) => `${JSON.stringify({ askwell_theme: 1, ...look }, null, 2)}\n`

export const previewQuery = (look: ThemeLook) => new URLSearchParams({ preview: 'theme', ...look }).toString()

/** Gives a page in a frame another look, as its server would. */
export const applyLook = ({ documentElement: html }: Document, look: ThemeLook) => {
  const theme = { theme: 'default', theme_config: { default: look } }
  const { style, ...attributes } = themeAttributes(theme)
  const set = (element: Element, name: string, value: string | undefined) =>
    value === undefined ? element.removeAttribute(name) : element.setAttribute(name, value)
  for (const [name, value] of Object.entries(attributes)) set(html, name, value)
  set(html, 'data-scheme', look.color_scheme || undefined)
  if (style && CSS.supports('color', style['--primary'])) html.style.setProperty('--primary', style['--primary'])
  const bar = html.querySelector<HTMLElement>('.site-header')
  if (!bar) return
  const { colored, background, ink } = navbarOf(theme)
  set(bar, 'data-navbar', colored ? 'colored' : undefined)
  for (const [name, value] of [
    ['--navbar', background],
    ['--on-navbar', ink],
  ] as const)
    if (value) bar.style.setProperty(name, value)
    else bar.style.removeProperty(name)
}
