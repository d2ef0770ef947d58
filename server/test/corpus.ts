import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = process.env.ASKWELL_TEST_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** A folder of test texts that are too large or too foreign for this repository; `null`, and a loud word, where it isn't there. */
export const corpus = (name: string) => {
  const folder = `${ROOT}/${name}`
  if (existsSync(folder)) return folder
  console.error(`\n!!! SKIPPED: no test texts at ${folder} (set ASKWELL_TEST_DATA)\n`)
  return null
}
