import type { SourceName } from '@askwell/contract/imports.ts'
import { inFiles, type SourceForm } from './source.ts'
import { apacheAnswer } from './apache-answer/import.ts'
import { askbot } from './askbot/rows.ts'
import { discourse } from './discourse/source.ts'
import { question2answer } from './question2answer/rows.ts'
import { stackExchange } from './stackexchange/import.ts'
import { tables } from './tables/import.ts'
import { FORMS } from './tables/rows.ts'

export const SOURCES: Record<SourceName, SourceForm> = {
  stackexchange: inFiles(stackExchange),
  csv: inFiles(tables(FORMS.csv)),
  jsonl: inFiles(tables(FORMS.jsonl)),
  'apache-answer': apacheAnswer,
  discourse,
  question2answer,
  askbot,
}

const NAMES = Object.keys(SOURCES) as SourceName[]

/** The forms by the files of a folder; undefined where it is none of them. */
export const sourceOf = (folder: string) => NAMES.find((name) => SOURCES[name].missing(folder).length === 0)

/** The names that files of a dump may have, whatever its form. */
export const FILE_NAMES = new Set(NAMES.flatMap((name) => SOURCES[name].files))
