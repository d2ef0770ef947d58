import {
  clampRgb,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  parse,
  useMode as known,
  wcagContrast,
} from 'culori/fn'

for (const mode of [modeRgb, modeLrgb, modeOklab]) known(mode)
const oklch = known(modeOklch)

/** WCAG 2.2 AA for text. */
export const READABLE = 4.5

const clamp = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)
const hex = (l: number, c: number, h: number | undefined) =>
  formatHex(clampRgb({ mode: 'oklch', l, c, h } satisfies Oklch))

/** What styles/tokens.css makes of a site's colour, and how well it can be read there. */
export const readability = (primary: string) => {
  const color = oklch(parse(primary) ?? parse('#0033ff'))!
  const { l, c, h } = color
  const link = hex(clamp(0.4, l, 0.5), c, h)
  const darkLink = hex(0.79, Math.min(c, 0.105), h)
  const darkFill = hex(clamp(0.49, l, 0.52), Math.min(c, 0.21), h)
  const darkPage = hex(0.205, Math.min(c, 0.006), h)
  return {
    /** Nothing where it isn't a colour. */
    given: parse(primary) && formatHex(clampRgb(color)),
    light: { color: link, contrast: wcagContrast(link, '#ffffff') },
    dark: { color: darkLink, contrast: wcagContrast(darkLink, darkPage) },
    darkButton: { color: darkFill, contrast: wcagContrast(darkFill, '#ffffff') },
    /** Too light or too dark for text: another lightness of the same colour is used. */
    isMended: l < 0.4 || l > 0.5,
  }
}
