/** How wide pages are, how much space is between rows, and in which letters all of it is set; the first is what a new site has. */
export const THEME_WIDTHS = ['normal', 'narrow', 'wide'] as const
export const THEME_DENSITIES = ['normal', 'compact', 'roomy'] as const
/** The device's own, or always one. */
export const THEME_SCHEMES = ['', 'light', 'dark'] as const
export const THEME_FONTS = ['system', 'humanist', 'serif', 'book'] as const

export interface ThemeLook {
  primary_color: string
  navbar_style: string
  color_scheme: (typeof THEME_SCHEMES)[number]
  width: (typeof THEME_WIDTHS)[number]
  density: (typeof THEME_DENSITIES)[number]
  font: (typeof THEME_FONTS)[number]
}

/** Looks to begin with. Words: admin.preset_* */
export const THEME_PRESETS = {
  askwell: {
    primary_color: '#0033ff',
    navbar_style: 'light',
    color_scheme: '',
    width: 'normal',
    density: 'normal',
    font: 'system',
  },
  forest: {
    primary_color: '#0f766e',
    navbar_style: 'light',
    color_scheme: '',
    width: 'normal',
    density: 'normal',
    font: 'humanist',
  },
  brick: {
    primary_color: '#b4341b',
    navbar_style: '#3a1a14',
    color_scheme: '',
    width: 'normal',
    density: 'normal',
    font: 'system',
  },
  plum: {
    primary_color: '#7c3aed',
    navbar_style: 'colored',
    color_scheme: '',
    width: 'normal',
    density: 'roomy',
    font: 'humanist',
  },
  desk: {
    primary_color: '#1f5fa8',
    navbar_style: '#16324f',
    color_scheme: 'light',
    width: 'wide',
    density: 'compact',
    font: 'system',
  },
  library: {
    primary_color: '#7a4a12',
    navbar_style: 'light',
    color_scheme: 'light',
    width: 'narrow',
    density: 'roomy',
    font: 'book',
  },
  night: {
    primary_color: '#22b8cf',
    navbar_style: '#10151c',
    color_scheme: 'dark',
    width: 'normal',
    density: 'normal',
    font: 'system',
  },
  ink: {
    primary_color: '#111111',
    navbar_style: '#111111',
    color_scheme: '',
    width: 'normal',
    density: 'normal',
    font: 'serif',
  },
} as const satisfies Record<string, ThemeLook>
export type ThemePreset = keyof typeof THEME_PRESETS
