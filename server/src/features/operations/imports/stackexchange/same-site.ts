import { join } from 'node:path'
import type { Db } from '../../../../db/dialect.ts'
import { listCreatedAt, listSites, type DatedKind } from '../queries.ts'
import { time } from './records.ts'
import { readRows } from './rows.ts'

/** This many of the first rows tell two communities apart. */
const SAMPLE = 50
/** Of those that were imported before, this many must have the same time: a few may have been given away or merged since. */
const ALIKE = 0.9

const sampleOf = async (folder: string, file: string) => {
  const found = new Map<string, number>()
  for await (const row of readRows(join(folder, `${file}.xml`), () => {})) {
    if ('fields' in row && row.fields.Id) found.set(row.fields.Id, time(row.fields.CreationDate))
    if (found.size === SAMPLE) break
  }
  return found
}

const SAMPLED: [kind: DatedKind, file: string][] = [
  ['user', 'Users'],
  ['post', 'Posts'],
]

/**
 * The name under which the site of a dump is stored: a dump is recognized by its content, since ids and times of a site stay the same
 * in every dump of it. A new one gets the requested name, or a similar one if another site has that.
 */
export const nameOf = async (db: Db, folder: string, wished: string) => {
  const samples = await Promise.all(
    SAMPLED.map(async ([kind, file]) => ({ kind, sample: await sampleOf(folder, file) })),
  )
  const sites = await listSites(db)
  for (const site of sites) {
    let [known, alike] = [0, 0]
    for (const { kind, sample } of samples) {
      const there = await listCreatedAt(db, site, kind, [...sample.keys()])
      known += there.size
      for (const [key, created_at] of there) if (sample.get(key) === created_at) alike++
    }
    if (known > 0 && alike >= known * ALIKE) return site
  }
  for (let n = 1; ; n++) {
    const name = n === 1 ? wished : `${wished} (${n})`
    if (!sites.includes(name)) return name
  }
}
