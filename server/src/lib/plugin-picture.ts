import { createHash } from 'node:crypto'

export const PICTURE_TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const

/** The icon of a plugin, a file of the site. */
export interface PluginPicture {
  type: keyof typeof PICTURE_TYPES
  bytes: Buffer
  /** Another one for each other picture, so browsers keep it. */
  address: string
}

export const pluginPicture = (slug_name: string, type: PluginPicture['type'], bytes: Buffer): PluginPicture => {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { type, bytes, address: `/plugin-icons/${slug_name}/${hash}.${type}` }
}
