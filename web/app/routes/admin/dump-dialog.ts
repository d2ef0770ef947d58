import type { Dump } from '@askwell/contract/imports.ts'
import { paths } from '../../paths.ts'

/** Where one chooses how a dump is imported. */
export const dumpDialog = ({ source, name }: Dump) =>
  `${paths.admin('import')}?${new URLSearchParams({ [source]: name })}`
