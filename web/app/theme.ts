import type { SiteInfo } from '@askwell/web/context.ts'

type Theme = Pick<SiteInfo['theme'], 'theme' | 'theme_config'>

/** What the outermost element of a page carries of the site's look; tokens.css says what it means. */
export const themeAttributes = ({ theme, theme_config }: Theme) => {
  const { primary_color, width, density, font } = theme_config[theme] ?? {}
  return {
    'data-width': width === 'normal' ? undefined : width,
    'data-density': density === 'normal' ? undefined : density,
    'data-font': font === 'system' ? undefined : font,
    style: primary_color ? { '--primary': primary_color } : undefined,
  }
}
