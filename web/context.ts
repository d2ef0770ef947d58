import type { Endpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@askwell/contract/endpoint.ts'
import type { WidgetPlace } from '@askwell/contract/plugin-pages.ts'
import type { siteInfo } from '@askwell/contract/site.ts'
import type { Messages } from '@askwell/contract/text.ts'
import { createContext } from 'react-router'

// Where the pages and the server meet. Loaded once by both: a second copy would be a second, empty context.

export interface CallInput<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: Partial<QueryOf<E>>
  body?: Partial<BodyOf<E>>
}
/** Asks the server: in process while a page is rendered, over HTTP in the browser. */
export type Ask = <E extends Endpoint>(endpoint: E, asked?: CallInput<E>) => Promise<ReplyOf<E>>

/** Hands a file over. */
export type Upload = <E extends Endpoint>(
  endpoint: E,
  sent: { source: string; file: File; replaces?: string },
) => Promise<ReplyOf<E>>

/** A call was refused; `data` is what the envelope carried. */
export class CallFailed extends Error {
  readonly status: number
  readonly reason: string
  readonly data: unknown
  /** Of which part of the API it was asked. */
  readonly prefix: Endpoint['prefix']
  constructor(status: number, reason: string, msg: string, data: unknown, prefix: Endpoint['prefix'] = 'site') {
    super(msg)
    this.name = 'CallFailed'
    this.status = status
    this.reason = reason
    this.data = data
    this.prefix = prefix
  }
}

export type SiteInfo = ReplyOf<typeof siteInfo>

/** The member a page is rendered for. No token, no e-mail: this is written into the page. */
export interface LoggedUser {
  id: string
  username: string
  display_name: string
  avatar: string
  rank: number
  role_id: number
  mail_status: number
  status: string
  /** The face of the editor they have chosen; empty if none. */
  editor_face: string
}

/** The site's own CSS and HTML: which of it there is, and on the server, while a page has it, the HTML itself. */
export interface CustomPages {
  /** Another one for each other content; empty where there is none, or it is left out. */
  version: string
  parts: ('css' | 'head' | 'header' | 'footer' | 'sidebar')[]
  html: Record<'header' | 'footer' | 'sidebar', string> | undefined
  /** Left out because this browser is in safe mode. */
  safe: boolean
  /** Hosts whose frames readers may open in posts. */
  frames: string[]
}

/** What plugins put into pages, so that only then anybody asks for it. */
export interface PluginsShown {
  /** Places that widgets stand in. */
  widgets: readonly WidgetPlace[]
  /** Pages in the navigation that this reader may open; `icon` is an address, or empty. */
  pages: readonly { slug_name: string; title: string; icon: string }[]
  /** Languages of code that are drawn in browsers, each with the frame that does it. */
  draws: readonly { language: string; frame: string }[]
  /** Something is added to the editor. */
  editor: boolean
}

/** What a page may know while it is rendered on the server. */
export interface PageSession {
  call: Ask
  upload: Upload
  /** Null before the site is installed. */
  site: SiteInfo | null
  user: LoggedUser | null
  custom: CustomPages
  plugins: PluginsShown
  /** A line of the admins above the page; null where there is none for this reader. */
  announcement: { html: string; version: string; dismissible: boolean } | null
  /** What an admin has written for those who come while the site is looked after; perhaps nothing. */
  maintenanceWords: string
  /** Of a suspended member, who reads as a visitor: what the page that tells of the suspension is asked by; else empty. */
  suspension: string
  /** The site is closed for everybody but staff, one of whom this is. */
  maintenance: boolean
  /** How much waits in the review queues they may see; null where there are none for them. */
  toReview: number | null
  /** How many notifications are new; null where nobody could read them. */
  unseen: { inbox: number; achievement: number } | null
  language: string
  languages: { label: string; value: string }[]
  messages: Messages
  /** Where the browser finds the same messages: this, the name of a bundle, `.js`. */
  messagesPlace: string
  /** `site`: nothing else is chosen, so it is as the site has it. `system` was chosen: it is as the device has it. */
  scheme: 'site' | 'system' | 'light' | 'dark'
  /** It is the member's own setting, which goes with the account; this browser can't choose another. */
  schemeIsOwn: boolean
  /** Empty on pages that anonymous visitors share: they have no forms that write. */
  formToken: string
  /** The form that was posted to this page, taken apart already. */
  form?: FormData
  /** For inline scripts; undefined with hot reloading, which has scripts of its own. On pages that are kept the server puts their hashes in its place. */
  nonce: string | undefined
  /** What this request is called in the log; the page that says something went wrong shows it. */
  requestId: string
  /** Cards or compact rows in lists. */
  listView: 'compact' | 'card'
  /** What the list of questions begins with on this device. */
  home: 'active' | 'recommend'
  /** Whether this device has agreed to images of other hosts, where the site asks first. */
  outsideImages: 'ask' | 'always'
  /** A form that logs in or out hands over the new token; '' ends the session. */
  setToken(token: string): void
  /** After a form: puts what the page is rendered with in the place of what was so before it. */
  readAnew?(): Promise<void>
  /** Something went wrong while the page was rendered. */
  report(error: unknown): void
}

export const pageSession = createContext<PageSession>()
