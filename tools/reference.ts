import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { englishOf } from './checks/reference.ts'
import { referencePages } from './reference/pages.ts'
import { readFiles, TOP } from './source.ts'

// `npm run reference`: writes docs/reference/ from the constants of contract/.
const folder = join(TOP, 'docs/reference')
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(referencePages(englishOf(readFiles()))))
  writeFileSync(join(folder, name), text)
