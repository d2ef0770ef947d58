import type { PluginAccounts } from './accounts.ts'
import type { PluginConfig } from './config.ts'
import type { ImportFiles } from './importer.ts'
import type { PluginNotifications } from './notifications.ts'
import type { PluginPosts } from './posts.ts'

/** Kept in the site's database; it goes with the plugin, or with the member it belongs to. A key that begins with `secret:` is in no export and in no archive of a member. */
export interface PluginStorage {
  /** Undefined where nothing is kept. */
  get(key: string): Promise<unknown>
  /** Anything that JSON can say. `username`: of the member whom it is about; it is erased with them. */
  set(key: string, value: unknown, about?: { username?: string }): Promise<void>
  delete(key: string): Promise<void>
  /** Keys that begin so, in order; at most 1000. */
  list(prefix?: string): Promise<string[]>
}

/** A TCP connection, by way of the site. One on which nothing comes or goes for thirty seconds is closed. */
export interface Connection {
  /** At most 256 KB at once. */
  write(bytes: Uint8Array): Promise<void>
  /** The next bytes that come, at most 256 KB; undefined once the other side has ended. */
  read(): Promise<Uint8Array | undefined>
  /**
   * Encrypts what goes on from here, once both sides have agreed to it in their own way (StartTLS). As with `tls` of `connect`, the other side has to prove
   * which host it is; if it can't, this throws and the connection is closed. A `read` that still waits ends. Forget what was read before: anybody on the way could have written it.
   */
  startTls(): Promise<void>
  close(): Promise<void>
}

/** The body of a request that is on its way. */
export interface Sending {
  /** The next of its bytes, at most 256 KB; waits until they have been taken. */
  write(bytes: Uint8Array): Promise<void>
  /** What the other side answers, once all bytes have gone. */
  end(): Promise<Response>
  /** Breaks it off. */
  abort(): Promise<void>
}

/** What the site does for a plugin; what it has no permission for throws. */
export interface Kit {
  /** The admin's settings. */
  config: PluginConfig
  /** Of the site, as `en_US`. */
  language: string
  /**
   * By way of the site, to hosts that the manifest names: no redirects, at most 256 KB each way, five seconds, or as many as `seconds` says, at most thirty.
   * `first`: of a longer answer so many bytes are enough, at most 512 KB.
   */
  fetch(
    address: string,
    init?: {
      method?: string
      headers?: Record<string, string>
      body?: string | URLSearchParams | Uint8Array<ArrayBuffer>
      seconds?: number
      first?: number
    },
  ): Promise<Response>
  /** A request whose body is longer than `fetch` takes: of `bytes` bytes, written piece by piece, within ten minutes. */
  send(address: string, init: { method: string; headers?: Record<string, string>; bytes: number }): Promise<Sending>
  /**
   * To a server, as `host:port`, that the manifest names by `tcp:`; at most twenty at once.
   * `tls`: encrypted, with whoever proves by a certificate that the site trusts to be that host; otherwise not.
   */
  connect(server: string, init?: { tls?: boolean }): Promise<Connection>
  storage: PluginStorage
  accounts: PluginAccounts
  posts: PluginPosts
  notifications: PluginNotifications
  /** What an admin has uploaded, for an importer that reads it. */
  files: ImportFiles
}
