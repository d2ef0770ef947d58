import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { DAY } from '../../../lib/clock.ts'
import { filesBelow } from '../../../lib/no-symlinks.ts'
import { placeOf } from '../files/views.ts'
import { listFiles, listKnownPaths } from './queries.ts'
import type { Examined } from './examined.ts'
import type { Findings } from './findings.ts'

const FILES_AT_ONCE = 500
/** A symbolic link is no upload, whatever it leads to. */
const bytesOf = (place: string) =>
  lstat(place).then(
    (about) => (about.isFile() ? about.size : -1),
    () => -1,
  )

/** Each row has its file, with the right length. */
export const findMissingFiles = async (app: Examined, findings: Findings) => {
  for (let after = 0; ;) {
    const files = await listFiles(app.db, after, FILES_AT_ONCE)
    if (files.length === 0) return
    const missing: string[] = []
    for (const { path, bytes } of files) if ((await bytesOf(placeOf(app, path))) !== bytes) missing.push(path)
    findings.note('files.path', 'is not on the disk, or not as it was', missing)
    after = files.at(-1)!.id
  }
}

/** The upload that a smaller picture was made of. */
const originalOf = (path: string) => path.replace(/\.\d+\.webp$/, '')

/** Each file has its row, except those that are being uploaded just now. */
export const findStrayFiles = async (app: Examined, findings: Findings) => {
  const isOld = async (path: string) =>
    lstat(placeOf(app, path)).then(
      ({ mtimeMs }) => mtimeMs / 1000 < app.clock.now() - DAY,
      () => false,
    )
  const check = async (paths: string[]) => {
    const known = await listKnownPaths(app.db, [...new Set(paths.flatMap((path) => [path, originalOf(path)]))])
    const stray: string[] = []
    for (const path of paths)
      if (!known.has(path) && !known.has(originalOf(path)) && (await isOld(path))) stray.push(path)
    findings.note('uploads', 'is a file that nothing knows of', stray)
  }
  const top = placeOf(app, '')
  const paths: string[] = []
  for await (const path of existsSync(top) ? filesBelow(top) : []) {
    paths.push(path)
    if (paths.length === FILES_AT_ONCE) await check(paths.splice(0))
  }
  await check(paths)
}
