import { PRIMARY_COLOR } from '@askwell/contract/limits.ts'
import type { SiteInfo } from '@askwell/web/context.ts'

export interface Navbar {
  colored: boolean
  /** A colour, and one that is readable on it; without one it is the site's primary colour. */
  background?: string
  ink?: '#ffffff' | '#16181b' | '#000000'
}

const PLAIN: Navbar = { colored: false }
const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i
const LONG = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

/** How light a colour is, from 0 to 1, as WCAG measures it. */
const luminance = (channels: number[]) => {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
/** Up to this white can be read on it (4.5 to 1), and from the other on the dark of the text; between them only black. */
const FOR_WHITE = 0.183
const FOR_DARK = 0.217

/**
 * What the bar at the top of every page looks like: `light`, `colored` or a colour, as existing clients save it.
 * The colour that every site begins with is nobody's choice, and leaves it plain.
 */
export const navbarOf = ({ theme, theme_config }: Pick<SiteInfo['theme'], 'theme' | 'theme_config'>): Navbar => {
  const style = theme_config[theme]?.navbar_style ?? ''
  if (style === 'colored') return { colored: true }
  if (style.toLowerCase() === PRIMARY_COLOR) return PLAIN
  const digits =
    SHORT.exec(style)
      ?.slice(1)
      .map((digit) => digit + digit) ?? LONG.exec(style)?.slice(1)
  if (!digits) return PLAIN
  const light = luminance(digits.map((pair) => Number.parseInt(pair, 16)))
  const ink = light <= FOR_WHITE ? '#ffffff' : light < FOR_DARK ? '#000000' : '#16181b'
  return { colored: true, background: `#${digits.join('')}`, ink }
}
