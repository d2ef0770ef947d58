import type { PluginConfig } from '@askwell/plugin-kit'

// What the site and a plugin's process say to each other, each as one line of JSON.

export interface Start {
  config: PluginConfig
  language: string
  /** Functions that it has to have: `render`, or `search.query`. */
  calls: readonly string[]
}

export type ToChild =
  | { start: Start }
  | { call: number; name: string; given: unknown }
  | { answer: number; value?: unknown; error?: string }
  | { ping: number }

export type FromChild =
  | { ready: string[] }
  /** `at`: the module that can't be read, with the line where that is known. */
  | { failed: string; at?: string }
  | { result: number; value?: unknown; error?: string; retry_after?: number }
  | { ask: number; what: string; args: unknown[] }
  | { pong: number }
  /** What this process has kept it from: a module of Node, a function, or a file. */
  | { forbidden: 'module' | 'function' | 'file'; name: string }
