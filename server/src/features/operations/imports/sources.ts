import { existsSync } from 'node:fs'
import type { SourceName } from '@askwell/contract/imports.ts'
import { pathOf, type Source } from './source.ts'
import { apacheAnswer } from './apache-answer/import.ts'
import { stackExchange } from './stackexchange/import.ts'
import { tables } from './tables/import.ts'

export const SOURCES: Record<SourceName, Source> = {
  stackexchange: stackExchange,
  csv: tables('csv'),
  jsonl: tables('jsonl'),
  'apache-answer': apacheAnswer,
}

const NAMES = Object.keys(SOURCES) as SourceName[]

/** The forms by the files of a folder; undefined where it is none of them. */
export const sourceOf = (folder: string) =>
  NAMES.find((name) => SOURCES[name].needed.every((file) => existsSync(pathOf(SOURCES[name], folder, file))))

/** The names that files of a dump may have, whatever its form. */
export const FILE_NAMES = new Set(
  NAMES.flatMap((name) => {
    const { counted, more, fileName } = SOURCES[name]
    return [...counted, ...more].map(fileName)
  }),
)
