import { problemOf, tellProblem } from '../../../db/problem.ts'
import { DAY } from '../../../lib/clock.ts'
import { DEFAULT_LANGUAGE } from '../../../lib/messages.ts'
import { StoreProblem } from '../../../lib/store-problem.ts'
import { listPathsIn } from '../files/queries.ts'
import { originalOf } from '../files/smaller-pictures.ts'
import { storesInUse } from '../files/stores/of-site.ts'
import type { Examined } from './examined.ts'
import type { Findings } from './findings.ts'
import { listFiles } from './queries.ts'

const FILES_AT_ONCE = 500
/** Where a whole bucket is gone, nobody asks for each of its files. */
const ASKED_AGAIN = 200

const WHERE = {
  disk: 'is not on the disk, or not as it was',
  s3: 'is not in the S3 storage, or not as it was',
  plugin: 'is not with the plugin, or not as it was',
}

type InUse = Awaited<ReturnType<typeof storesInUse>>[number]

/** Each file has its row, except those that are being uploaded just now. @returns how long each is, where asking for each would take long. */
const findStray = async (app: Examined, findings: Findings, [storage, store]: InUse) => {
  const lengths = new Map<string, number>()
  const old = app.clock.now() - DAY
  for await (const files of store.list()) {
    if (storage !== 'disk') for (const { path, bytes } of files) lengths.set(path, bytes)
    const paths = files.flatMap(({ path }) => [path, originalOf(path)])
    const known = await listPathsIn(app.db, storage, [...new Set(paths)])
    const stray = files.filter(
      ({ path, modified_at }) => !known.has(path) && !known.has(originalOf(path)) && modified_at < old,
    )
    findings.note(
      'uploads',
      'is a file that nothing knows of',
      stray.map(({ path }) => path),
    )
  }
  return lengths
}

/** Each row has its file, with the right length. */
const findMissing = async (
  app: Examined,
  findings: Findings,
  [storage, store]: InUse,
  lengths: Map<string, number>,
) => {
  let asked = 0
  const isMissing = async ({ path, bytes }: { path: string; bytes: number }) => {
    if (lengths.get(path) === bytes) return false
    // It may have come or been moved here since the list was made.
    return (storage !== 'disk' && ++asked > ASKED_AGAIN) || (await store.find(path)) !== bytes
  }
  for (let after = 0; ;) {
    const rows = await listFiles(app.db, storage, after, FILES_AT_ONCE)
    if (rows.length === 0) return
    const missing: string[] = []
    for (const row of rows) if (await isMissing(row)) missing.push(row.path)
    findings.note('files.path', WHERE[storage], missing)
    after = rows.at(-1)!.id
  }
}

/** Uploads, wherever they lie. */
export const examineUploads = async (app: Examined, findings: Findings) => {
  try {
    for (const used of await storesInUse(app))
      await findMissing(app, findings, used, await findStray(app, findings, used))
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error
    findings.note('uploads', 'is why they can’t be looked at', [tellProblem(DEFAULT_LANGUAGE, problemOf(error))])
  }
}
