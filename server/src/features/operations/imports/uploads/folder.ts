import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Import } from '../batches.ts'

/** Where the old site keeps them: the folder that was named, or the one that is called so within it or beside the dump. */
export const uploadsFolderOf = ({ folder, files }: Pick<Import, 'folder' | 'files'>) =>
  [files && join(files, 'uploads'), files, join(folder, 'uploads')].find((one) => one && existsSync(one))
