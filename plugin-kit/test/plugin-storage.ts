import {
  PLUGIN_KEYS_LISTED,
  PLUGIN_ROW_BYTES,
  PLUGIN_STORAGE_BYTES,
  PLUGIN_VALUE_BYTES,
} from '@askwell/contract/limits.ts'
import type { PluginStorage } from '../src/index.ts'

/** A plugin's storage with the limits that it has on a site, for tests of plugins that come along. */
export const createPluginStorage = () => {
  const values = new Map<string, string>()
  let bytes = 0
  const sizeOf = (key: string, json: string) => Buffer.byteLength(json) + Buffer.byteLength(key)
  const bytesOf = (key: string, json: string | undefined) =>
    json === undefined ? 0 : sizeOf(key, json) + PLUGIN_ROW_BYTES
  const replace = (key: string, json: string | undefined) => {
    bytes += bytesOf(key, json) - bytesOf(key, values.get(key))
    if (json === undefined) values.delete(key)
    else values.set(key, json)
  }
  const storage: PluginStorage = {
    get: async (key) => (values.has(key) ? JSON.parse(values.get(key)!) : undefined),
    async set(key, value) {
      const json = JSON.stringify(value)
      if (sizeOf(key, json) > PLUGIN_VALUE_BYTES) throw new Error('a value has at most 64 KB')
      if (bytes + bytesOf(key, json) - bytesOf(key, values.get(key)) > PLUGIN_STORAGE_BYTES)
        throw new Error('a plugin keeps at most 5 MB')
      replace(key, json)
    },
    delete: async (key) => replace(key, undefined),
    list: async (prefix = '') =>
      [...values.keys()]
        .filter((key) => key.startsWith(prefix))
        .toSorted((a, b) => (a < b ? -1 : 1))
        .slice(0, PLUGIN_KEYS_LISTED),
  }
  return { storage, values }
}
