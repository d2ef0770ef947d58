import { THEME_DENSITIES, THEME_FONTS, THEME_SCHEMES, THEME_WIDTHS, type ThemeLook } from '@askwell/contract/themes.ts'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { whenNeeded } from '../lazy.ts'
import { type ManifestKey, port } from './port.ts'

const LOOKS_MAX = 20
const NAME = '^[a-z][a-z0-9_]{0,29}$'
const COLOR = '^#[0-9a-fA-F]{6}$'

export interface NamedLook extends ThemeLook {
  /** In addresses, and in `look_<name>` of the plugin's words. */
  name: string
}

const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Optional(Type.Union(values.map((value) => Type.Literal(value))))
const Look = Type.Object(
  {
    name: Type.String({ pattern: NAME }),
    primary_color: Type.String({ pattern: COLOR }),
    navbar_style: Type.Optional(Type.String({ pattern: `^(light|colored)$|${COLOR}` })),
    color_scheme: oneOf(THEME_SCHEMES),
    width: oneOf(THEME_WIDTHS),
    density: oneOf(THEME_DENSITIES),
    font: oneOf(THEME_FONTS),
  },
  { additionalProperties: false },
)
const check = whenNeeded(() => Compile(Type.Array(Look, { minItems: 1, maxItems: LOOKS_MAX })))

const looks: ManifestKey<NamedLook[]> = {
  none: [],
  read(value = [], note) {
    if (Array.isArray(value) && value.length === 0) return []
    const list = value as (Pick<NamedLook, 'name' | 'primary_color'> & Partial<NamedLook>)[]
    if (!check().Check(value) || new Set(list.map(({ name }) => name)).size < list.length) {
      note(
        `askwell.looks has to be a list of at most ${LOOKS_MAX}, each with a name of its own, a primary_color such as #0f766e and nothing that a look doesn't have`,
      )
      return []
    }
    return list.map((look) => ({
      navbar_style: 'light',
      color_scheme: '',
      width: 'normal',
      density: 'normal',
      font: 'system',
      ...look,
    }))
  },
}

const stylesheet: ManifestKey<string> = {
  none: '',
  read(value = '', note) {
    const path = typeof value === 'string' ? value.replace(/^\.\//, '') : '-'
    if (path === '' || /^[\w@-][\w.@-]*(\/[\w@-][\w.@-]*)*\.css$/.test(path)) return path
    note('askwell.stylesheet has to be a file of the package, .css')
    return ''
  },
}

/** How pages look. There is nothing to ask such a plugin: what it has is data, so it needs no code. */
export const theme = port({
  keys: { looks, stylesheet },
  powers: (keys) => ['theme', ...(keys.stylesheet ? ['stylesheet'] : [])],
  calls: {},
})
