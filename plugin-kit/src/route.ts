import type { FormOutcome, PluginPage } from '@askwell/contract/plugin-pages.ts'
import type { Kit } from './kit.ts'

/** A page of the plugin that somebody opens: `/plugins/<slug_name>` and what is below it. */
export interface PageAsked {
  /** After `/plugins/<slug_name>`; `/` at the least. */
  path: string
  /** The last value of each. */
  query: Record<string, string>
  /** Of the reader, as `en_US`. */
  language: string
  /** Of the site, as `Europe/Berlin`. */
  time_zone: string
  /** Null of somebody who isn't logged in. */
  reader: { username: string; display_name: string; role: 'member' | 'moderator' | 'admin' } | null
  /** What links to pages of the plugin begin with: `/plugins/<slug_name>`. */
  base: string
}

/** A form of such a page, as a member sends it. What they may do the plugin decides: what stands in hidden fields can be anything. */
export interface FormSent extends PageAsked {
  reader: NonNullable<PageAsked['reader']>
  /** Its name. */
  form: string
  /** By the names of its fields; a switch that is off is left out. */
  values: Record<string, string>
}

/** Who may open them says the manifest, in `open_to`. Null: there is no such page. */
export interface RoutePart {
  page(asked: PageAsked, kit: Kit): Promise<PluginPage | null> | PluginPage | null
  send(sent: FormSent, kit: Kit): Promise<FormOutcome | null> | FormOutcome | null
}
