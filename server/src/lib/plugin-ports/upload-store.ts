import type { UploadStorePart } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, simplePort } from './port.ts'

type Given<F extends keyof UploadStorePart> = Parameters<UploadStorePart[F]>[0]

/** A message to or from a plugin holds some of them at once, as text. */
export const PIECE_BYTES = 2 ** 18
/** As base64. */
const PIECE_LETTERS = Math.ceil(PIECE_BYTES / 3) * 4

export const uploadStore = simplePort('upload_store', {
  'upload_store.begin': call<Given<'begin'>>()(15_000, Type.Unknown()),
  'upload_store.piece': call<Given<'piece'>>()(15_000, Type.Unknown()),
  'upload_store.end': call<Given<'end'>>()(30_000, Type.Unknown()),
  'upload_store.find': call<Given<'find'>>()(
    15_000,
    Type.Union([Type.Null(), Type.Object({ bytes: Type.Integer({ minimum: 0, maximum: 2 ** 50 }) })]),
  ),
  'upload_store.read': call<Given<'read'>>()(
    15_000,
    Type.Object({ base64: Type.String({ maxLength: PIECE_LETTERS }) }),
  ),
  'upload_store.remove': call<Given<'remove'>>()(30_000, Type.Unknown()),
  'upload_store.list': call<Given<'list'>>()(
    30_000,
    Type.Object({
      files: Type.Array(
        Type.Object({
          path: Type.String({ maxLength: 500 }),
          bytes: Type.Integer({ minimum: 0, maximum: 2 ** 50 }),
          modified_at: Type.Integer({ minimum: 0, maximum: 2 ** 40 }),
        }),
        { maxItems: 500 },
      ),
      next: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
    }),
  ),
})
