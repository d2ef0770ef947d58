import { PLUGIN_FILE_ENDINGS } from '@askwell/contract/imports.ts'
import type { ImporterPart } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, type ManifestKey, port, texts } from './port.ts'

/** Tables of the intermediate form; what stands in their rows is judged when they are imported. */
export const IMPORTED_TABLES = ['tags', 'members', 'questions', 'answers', 'comments'] as const
export type ImportedTable = (typeof IMPORTED_TABLES)[number]

const rows = Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 5000 }))

const files: ManifestKey<string[]> = texts('files', {
  most: PLUGIN_FILE_ENDINGS.length,
  problemOf: (ending) =>
    (PLUGIN_FILE_ENDINGS as readonly string[]).includes(ending)
      ? undefined
      : `"${ending}" in askwell.files is none of ${PLUGIN_FILE_ENDINGS.join(', ')}`,
})

export const importer = port({
  keys: { files },
  powers: () => ['importer'],
  calls: {
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
  },
})
