import { type ManifestKey, type Note, port, texts } from './port.ts'
import { problemOfHost } from './embed.ts'
import { problemOfLanguage } from './render.ts'
import type { Asking } from './running.ts'

/** A module of the package for browsers. */
export const moduleFile = (key: string, value: unknown, note: Note) => {
  const path = typeof value === 'string' ? value.replace(/^\.\//, '') : ''
  if (/^[\w@-][\w.@-]*(\/[\w@-][\w.@-]*)*\.m?js$/.test(path)) return path
  note(`askwell.${key} has to be a file of the package, .js or .mjs`)
  return ''
}

const module: ManifestKey<string> = { none: '', read: (value, note) => moduleFile('module', value, note) }

/** A module that browsers run, in a frame that belongs to no site. There is nothing to ask in the process of the plugin. */
export const browser = port({
  keys: {
    module,
    draws: texts('draws', {
      most: 20,
      problemOf: problemOfLanguage,
      missing: 'askwell.draws has to say which languages of code are drawn',
    }),
    connects: texts('connects', { most: 10, problemOf: problemOfHost }),
  },
  powers: ({ draws, connects }) => [
    ...draws.map((language) => `draws:${language}`),
    ...connects.map((host) => `connects:${host}`),
  ],
  calls: {},
})

/** Of a module: its text, and a hash of that, which its addresses have. */
export interface BrowserModule {
  code: string
  hash: string
}

export const frameAddress = (slug_name: string, { hash }: BrowserModule) => `/plugin-frames/${slug_name}/${hash}`

/** What browsers run of a plugin. */
export interface BrowserModules {
  /** Draws blocks of code. */
  module?: BrowserModule
  /** Of the editor. */
  dialog?: BrowserModule
}

/** Modules of plugins for browsers. */
export const createBrowserParts = (plugins: Asking, modulesOf: (slug_name: string) => BrowserModules) => ({
  /** Languages of code that are drawn in browsers, each with the address of the frame that does it. */
  drawnInBrowsers: () =>
    plugins.having('browser').flatMap((slug_name) => {
      const found = modulesOf(slug_name).module
      return found
        ? plugins.manifestOf(slug_name).draws.map((language) => ({ language, frame: frameAddress(slug_name, found) }))
        : []
    }),
  /** Undefined where there is none, or another by now. */
  browserPart(slug_name: string, hash: string) {
    const isThere = [...plugins.having('browser'), ...plugins.having('editor')].includes(slug_name)
    const found =
      isThere && Object.values<BrowserModule | undefined>({ ...modulesOf(slug_name) }).find((one) => one?.hash === hash)
    return found ? { code: found.code, connects: plugins.manifestOf(slug_name).connects } : undefined
  },
})
