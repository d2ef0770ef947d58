import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Done, nullable, oneOf, Time } from './shapes.ts'

// What takes room on the disk, and what of it can go. Folders are walked by long tasks, never while somebody waits.

export const STORAGE_KINDS = [
  'database',
  'search',
  'pictures',
  'smaller',
  'avatars',
  'branding',
  'attachments',
  'orphans',
  'backups',
  'exports',
  'imports',
  'arriving',
  'archives',
  'outbox',
] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]
/** `orphans`: uploads that nothing names. `smaller`: pictures for small screens, made again when wanted. */
export const CLEANABLE = ['orphans', 'smaller', 'exports', 'imports', 'arriving'] as const
export type Cleanable = (typeof CLEANABLE)[number]

const Amount = Type.Object({ files: Type.Integer(), bytes: Type.Integer() })
export type Amount = Static<typeof Amount>
const Measured = Type.Object({
  kind: oneOf(STORAGE_KINDS),
  /** Files, or tables of the database. */
  files: Type.Integer(),
  bytes: Type.Integer(),
  /** What a clean-up would delete; null where there is none. */
  cleanable: nullable(Amount),
})
export type Measured = Static<typeof Measured>

export const Storage = Type.Object({
  /** 0: not yet. */
  measured_at: Time,
  kinds: Type.Array(Measured),
  /** Of the disk that the data folder is on. */
  disk: Type.Object({ bytes: Type.Integer(), free: Type.Integer() }),
})
export type Storage = Static<typeof Storage>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

export const storage = endpoint({
  ...admin,
  method: 'GET',
  path: '/storage',
  summary: 'What takes room, as it was measured last',
  reply: Storage,
})

export const measureStorage = endpoint({
  ...admin,
  method: 'POST',
  path: '/storage/measure',
  summary: 'Begin to measure; the task `measure_storage` says how far it is',
  body: Type.Object({}),
  reply: Done,
})

export const cleanStorage = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/storage/clean',
  summary: 'Begin to delete what nothing needs of a kind; the task `clean_storage` says how far it is',
  body: Type.Object({ kind: oneOf(CLEANABLE) }),
  reply: Done,
})

/** Smaller copies of pictures that have none. */
export const makeSmallerPictures = endpoint({
  ...admin,
  method: 'POST',
  path: '/storage/smaller',
  summary: 'Begin to make the smaller copies of pictures that are missing',
  body: Type.Object({}),
  reply: Done,
})
