import { join } from 'node:path'
import type { Db } from '../../../../db/dialect.ts'
import { hasOrigins, listCreatedAt, listOrigins, listSites, type DatedKind } from '../queries.ts'
import { listTagsBySlug } from '../../../content/tags/queries.ts'
import { tagSlug } from '../../../../lib/slug.ts'
import { time } from './records.ts'
import { readRows } from './rows.ts'

/** This many of the first rows tell two communities apart. */
const SAMPLE = 50
/** Of those that were imported before, this many must have the same time: a few may have been given away or merged since. */
const ALIKE = 0.9

const sampleOf = async <T>(folder: string, file: string, valueOf: (fields: Record<string, string>) => T) => {
  const found = new Map<string, T>()
  for await (const row of readRows(join(folder, `${file}.xml`), () => {})) {
    if ('fields' in row && row.fields.Id) found.set(row.fields.Id, valueOf(row.fields))
    if (found.size === SAMPLE) break
  }
  return found
}

/** Of those that are known from both sides, nearly all are the same. */
const isSame = (known: number, alike: number) => known > 0 && alike >= known * ALIKE

const SAMPLED: [kind: DatedKind, file: string][] = [
  ['user', 'Users'],
  ['post', 'Posts'],
]

/** Where an import ended before any of its members came in, its tags have to tell: they have no moments, but numbers and names. */
const hasSameTags = async (db: Db, site: string, slugs: Map<string, string>) => {
  if ((await hasOrigins(db, site, 'user')) || (await hasOrigins(db, site, 'post'))) return false
  const there = await listOrigins(db, site, 'tag', [...slugs.keys()])
  const tags = await listTagsBySlug(db, [...new Set(slugs.values())])
  const ids = new Map(tags.map((tag) => [tag.slug_name, tag.main_tag_id || tag.id]))
  const alike = [...there].filter(([key, id]) => ids.get(slugs.get(key)!) === id)
  return isSame(there.size, alike.length)
}

/**
 * The name under which the site of a dump is stored: a dump is recognized by its content, since ids and times of a site stay the same
 * in every dump of it. A new one gets the requested name, or a similar one if another site has that.
 */
export const nameOf = async (db: Db, folder: string, wished: string) => {
  const samples = await Promise.all(
    SAMPLED.map(async ([kind, file]) => ({
      kind,
      sample: await sampleOf(folder, file, ({ CreationDate }) => time(CreationDate)),
    })),
  )
  const slugs = await sampleOf(folder, 'Tags', ({ TagName = '' }) => tagSlug(TagName))
  const sites = await listSites(db)
  for (const site of sites) {
    let [known, alike] = [0, 0]
    for (const { kind, sample } of samples) {
      const there = await listCreatedAt(db, site, kind, [...sample.keys()])
      known += there.size
      for (const [key, created_at] of there) if (sample.get(key) === created_at) alike++
    }
    if (isSame(known, alike)) return site
  }
  for (const site of sites) if (await hasSameTags(db, site, slugs)) return site
  for (let n = 1; ; n++) {
    const name = n === 1 ? wished : `${wished} (${n})`
    if (!sites.includes(name)) return name
  }
}
