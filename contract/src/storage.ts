import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PASSWORD } from './limits.ts'
import { S3_FIELDS } from './s3.ts'
import { Done, nullable, ObjectId, oneOf, text, Time, UserChip } from './shapes.ts'

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

/** Where uploads lie: the folder `uploads` in the data folder, a bucket of an S3-compatible storage, or what a plugin brings. */
export const UPLOAD_STORES = ['disk', 's3', 'plugin'] as const
export type UploadStore = (typeof UPLOAD_STORES)[number]

export const UploadStorage = Type.Object({
  /** New uploads go there. */
  place: oneOf(UPLOAD_STORES),
  ...S3_FIELDS,
  /** Which plugin of the kind `upload_store`; empty: none. */
  store_plugin: text({ max: 60 }),
  /** Readers fetch files from the storage itself, by links that work for some minutes; otherwise through this site. */
  s3_links: Type.Boolean(),
  /** Where a virus scanner of a plugin fails or takes too long, the upload is kept all the same; otherwise refused. */
  keep_unscanned: Type.Boolean(),
})
export type UploadStorage = Static<typeof UploadStorage>

export const uploadStorage = endpoint({
  ...admin,
  method: 'GET',
  path: '/upload-storage',
  summary: 'Where uploads are kept',
  reply: Type.Object({
    storage: UploadStorage,
    /** Where any lie. */
    used: Type.Array(oneOf(UPLOAD_STORES)),
    /** Plugins that could keep them. */
    plugins: Type.Array(Type.Object({ slug_name: Type.String(), name: Type.String() })),
  }),
})

export const saveUploadStorage = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'PUT',
  path: '/upload-storage',
  summary: 'Where new uploads go, once that has been tried; another storage wants the password once more',
  body: Type.Object({
    ...UploadStorage.properties,
    /** Left out it stays. */
    store_plugin: Type.Optional(UploadStorage.properties.store_plugin),
    storage_pass: Type.Optional(text({ max: PASSWORD.max })),
  }),
  reply: Done,
})

export const testUploadStorage = endpoint({
  ...admin,
  method: 'POST',
  path: '/upload-storage/test',
  summary: 'Write, read and delete a small file where new uploads go, or else in the bucket that is saved',
  body: Type.Object({}),
  reply: Done,
})

/** Also for new uploads from then on. */
export const moveUploads = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/upload-storage/move',
  summary: 'Begin to move all uploads there; the task `move_uploads` says how far it is',
  body: Type.Object({ to: oneOf(UPLOAD_STORES) }),
  reply: Done,
})

export const UPLOAD_KINDS = ['pictures', 'attachments', 'avatars', 'branding'] as const satisfies readonly StorageKind[]

/** An upload, without its smaller copies. */
export const LargeUpload = Type.Object({
  address: Type.String(),
  kind: oneOf(UPLOAD_KINDS),
  bytes: Type.Integer(),
  created_at: Time,
  place: oneOf(UPLOAD_STORES),
  /** It is no longer shown to anybody, and goes for good some weeks after this; 0: it is there. */
  deleted_at: Time,
  user: nullable(UserChip),
  /** Questions and answers that it stands in, or in a comment on them; the first few. */
  uses: Type.Array(
    Type.Object({
      question_id: ObjectId,
      /** Empty for the question itself. */
      answer_id: Type.String(),
      title: Type.String(),
      url_title: Type.String(),
    }),
  ),
  /** How many there are. */
  used: Type.Integer(),
})
export type LargeUpload = Static<typeof LargeUpload>

export const largestUploads = endpoint({
  ...admin,
  method: 'GET',
  path: '/uploads',
  summary: 'Uploads by their size, the largest first, and where they stand',
  query: Type.Object({
    /** Goes on from there: the `next` of the page before. */
    before: Type.String({ maxLength: 40, default: '' }),
  }),
  reply: Type.Object({
    list: Type.Array(LargeUpload),
    /** Where the next page begins; empty on the last. */
    next: Type.String(),
  }),
})
