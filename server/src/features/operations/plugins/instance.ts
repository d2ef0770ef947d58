/** One more of a plugin. */
export interface PluginInstance {
  slug_name: string
  /** The plugin. */
  of: string
  name: string
}
