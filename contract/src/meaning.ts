import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Done, nullable, partly, text, Time } from './shapes.ts'

// Search by meaning: a service elsewhere turns texts into vectors, and texts of alike meaning are found beside those with the same words.

export const SearchSettings = Type.Object({
  /** Whether search and similar questions go by meaning, too. */
  meaning: Type.Boolean(),
  /** A plugin of the kind `embedding`; empty: the service with this address. */
  embeddings_plugin: text({ max: 60 }),
  /** Of a service that speaks as OpenAI's does. */
  embeddings_url: text({ max: 300 }, 'optional-web-address'),
  embeddings_model: text({ max: 200 }),
  /** Shown as stars; sent back so, it stays as it is. */
  embeddings_secret: text({ max: 500 }),
})
export type SearchSettings = Static<typeof SearchSettings>

/** What is still to be sent, before it is: services want to be paid by the text. */
const Cost = Type.Object({
  texts: Type.Integer(),
  /** About so many, as long as the newest are on average. */
  characters: Type.Integer(),
})
export type EmbeddingsCost = Static<typeof Cost>

const Progress = Type.Object({
  /** Posts in the index, how many of them have their vector, and whether vectors are kept at all. */
  posts: Type.Integer(),
  done: Type.Integer(),
  kept: Type.Boolean(),
  dimensions: Type.Integer(),
  /** Why none could be made the last time, in the reader's language; empty where all is well. */
  problem: Type.String(),
  problem_at: Time,
  /** What the database lacks for it, and what to do about it; empty where nothing is. */
  lacks: Type.String(),
  ...Cost.properties,
  /** Whether only members read this site. */
  private: Type.Boolean(),
})
export type MeaningProgress = Static<typeof Progress>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

export const meaningSettings = endpoint({
  ...admin,
  method: 'GET',
  path: '/siteinfo/search',
  summary: 'Whether search goes by meaning, too, and how far its vectors are',
  reply: Type.Object({
    ...SearchSettings.properties,
    /** Plugins that could do it. */
    plugins: Type.Array(Type.Object({ slug_name: Type.String(), name: Type.String() })),
    progress: Progress,
  }),
})

const Tried = Type.Object({ dimensions: Type.Integer(), ms: Type.Integer(), ...Cost.properties })
export type TriedEmbeddings = Static<typeof Tried>

/** Another service wants its own key. */
export const saveMeaningSettings = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'PUT',
  path: '/siteinfo/search',
  summary: 'Say whether search goes by meaning, too, and by which service; it is tried first where it is switched on',
  body: partly(SearchSettings),
  /** Null where it is off. */
  reply: nullable(Tried),
})

export const tryEmbeddings = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/siteinfo/search/try',
  summary: 'Try a service for embeddings with a sentence of ours, and save nothing',
  body: partly(SearchSettings),
  reply: Tried,
})

export const deleteVectors = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'DELETE',
  path: '/siteinfo/search/vectors',
  summary: 'Switch search by meaning off, and delete all vectors step by step',
  body: Type.Object({}),
  reply: Done,
})
