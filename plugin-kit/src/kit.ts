import type { PluginConfig } from './config.ts'

/** Kept in the site's database; it goes with the plugin, or with the member it belongs to. */
export interface PluginStorage {
  /** Undefined where nothing is kept. */
  get(key: string): Promise<unknown>
  /** Anything that JSON can say. `username`: of the member whom it is about; it is erased with them. */
  set(key: string, value: unknown, about?: { username?: string }): Promise<void>
  delete(key: string): Promise<void>
  /** Keys that begin so, in order; at most 1000. */
  list(prefix?: string): Promise<string[]>
}

/** What the site does for a plugin; what it has no permission for throws. */
export interface Kit {
  /** The admin's settings. */
  config: PluginConfig
  /** Of the site, as `en_US`. */
  language: string
  /** By way of the site, to hosts that the manifest names: no redirects, at most 256 KB each way, five seconds. */
  fetch(address: string, init?: { method?: string; headers?: Record<string, string>; body?: string }): Promise<Response>
  storage: PluginStorage
}
