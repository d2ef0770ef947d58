// A site brings the kit. Where it isn't installed, this stands for it, so that `npm test` needs nothing else.
import * as modules from 'node:module'

const NAME = '@askwell/plugin-kit'
const STAND_IN = `data:text/javascript,${encodeURIComponent(`
export const plugin = (parts) => parts
export const textOf = (config, name) => (typeof config[name] === 'string' ? config[name] : '')
export class TryLater extends Error {
  constructor(retry_after, message) {
    super(message)
    this.retry_after = retry_after
  }
}
export const retryAfter = ({ headers }, otherwise = 30) => {
  const said = headers.get('retry-after') ?? ''
  const seconds = /^[0-9]+([.][0-9]+)?$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : otherwise
}
`)}`

// Before Node 22.15 hooks are in a module of their own.
const HOOKS = `data:text/javascript,${encodeURIComponent(`
export const resolve = (name, context, next) => next(name, context).catch((error) => {
  if (name !== '${NAME}') throw error
  return { url: '${STAND_IN.replaceAll("'", '%27')}', shortCircuit: true }
})
`)}`

if (modules.registerHooks)
  modules.registerHooks({
    resolve(name, context, next) {
      try {
        return next(name, context)
      } catch (error) {
        if (name !== NAME) throw error
        return { url: STAND_IN, shortCircuit: true }
      }
    },
  })
else modules.register(HOOKS)

const asStored = (value) => JSON.parse(JSON.stringify(value))

/**
 * What a test gives the plugin as its kit. `answer` says what comes of a `fetch`; `sent` has what went out by it, `kept` what is in the storage, `told` what members were told, `posts` what everybody may see, and `files`, by their names, what an admin has uploaded for an importer.
 */
export const kitWith = ({
  config = {},
  answer = () => new Response(),
  kept = new Map(),
  files = {},
  posts = [],
} = {}) => {
  const sent = []
  const told = []
  const bytesOf = (name) => Buffer.from(files[name])
  return {
    config,
    language: 'en_US',
    sent,
    kept,
    told,
    async fetch(address, init = {}) {
      sent.push({ address, ...init })
      return answer(address, init)
    },
    storage: {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, asStored(value)),
      delete: async (key) => void kept.delete(key),
      list: async (prefix = '') =>
        [...kept.keys()].filter((key) => key.startsWith(prefix)).toSorted((a, b) => (a < b ? -1 : 1)),
    },
    files: {
      list: async () => Object.keys(files).map((name) => ({ name, bytes: bytesOf(name).length })),
      read: async (name, start, end) => bytesOf(name).subarray(start, end),
    },
    posts: {
      get: async (object_id) => posts.find((post) => post.object_id === object_id),
      list: async ({ limit = 20 } = {}) => ({ posts: posts.slice(0, limit), next: '', more: posts.length > limit }),
    },
    notifications: {
      async send(username, notification) {
        told.push({ username, ...notification })
        return true
      },
    },
  }
}
