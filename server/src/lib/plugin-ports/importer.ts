import type { ImporterPart } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, simplePort } from './port.ts'

/** Tables of the intermediate form; what stands in their rows is judged when they are imported. */
export const IMPORTED_TABLES = ['tags', 'members', 'questions', 'answers', 'comments'] as const
export type ImportedTable = (typeof IMPORTED_TABLES)[number]

const rows = Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 5000 }))

export const importer = simplePort('importer', {
  'importer.read': call<Parameters<ImporterPart['read']>[0]>()(
    60_000,
    Type.Object({
      tags: rows,
      members: rows,
      questions: rows,
      answers: rows,
      comments: rows,
      next: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
      progress: Type.Optional(
        Type.Object({ done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0, maximum: 2 ** 40 }) }),
      ),
    }),
  ),
})
