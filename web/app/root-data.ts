import type { CustomPages, LoggedUser, PluginsShown, SiteInfo } from '@askwell/web/context.ts'
import { useRouteLoaderData } from 'react-router'

/** What every page knows: the site, who looks, in which language and light. */
export interface RootData {
  site: SiteInfo | null
  /** What of the site's own CSS and HTML its pages have. */
  custom: Omit<CustomPages, 'html'>
  plugins: PluginsShown
  user: LoggedUser | null
  /** What the admins say above all pages. */
  announcement: { html: string; version: string; dismissible: boolean } | null
  /** Of a suspended member, who reads as a visitor: what the page about it is asked by. */
  suspension: string
  /** Only staff can use the site, and this is one of them. */
  maintenance: boolean
  /** Only on the page that stands while the site is looked after. */
  maintenance_words: string
  /** How much waits for them to review; null where they have no queues. */
  to_review: number | null
  /** How many notifications were new when the page was rendered. */
  unseen: { inbox: number; achievement: number } | null
  language: string
  languages: { label: string; value: string }[]
  scheme: 'site' | 'system' | 'light' | 'dark'
  scheme_is_own: boolean
  list_view: 'compact' | 'card'
  home: 'active' | 'recommend'
  outside_images: 'ask' | 'always'
  form_token: string
  messages_place: string
}

let stale = false
/** What every page knows is asked for again with the next revalidation, until it has come. */
export const readRootAnew = () => {
  stale = true
}
export const isRootStale = () => stale
export const rootIsRead = () => {
  stale = false
}

export const useRoot = () => useRouteLoaderData('root') as RootData
export const useSite = () => useRoot().site!
export const useUser = () => useRoot().user

/** What the page is to be like: `system` leaves it to the device. */
export const schemeShown = ({ scheme, site }: Pick<RootData, 'scheme' | 'site'>): 'system' | 'light' | 'dark' => {
  const wanted = scheme === 'site' ? site?.theme.color_scheme : scheme
  return wanted === 'light' || wanted === 'dark' ? wanted : 'system'
}
