import type { PluginConfig, PluginParts } from '@askwell/plugin-kit'

// What the site and a plugin's process say to each other, each as one line of JSON.

export type Port = keyof PluginParts

export type ToChild =
  | { start: { config: PluginConfig; language: string } }
  | { call: number; port: Port; given: unknown }
  | { answer: number; value?: unknown; error?: string }
  | { ping: number }

export type FromChild =
  | { ready: string[] }
  | { failed: string }
  | { result: number; value?: unknown; error?: string }
  | { ask: number; what: string; args: unknown[] }
  | { pong: number }
