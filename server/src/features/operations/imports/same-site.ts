import type { Db } from '../../../db/dialect.ts'
import { listTagsBySlug } from '../../content/tags/queries.ts'
import { countUpTo, type DatedKind, hasOrigins, listCreatedAt, listOrigins, listSites } from './queries.ts'
import type { Samples, Source } from './source.ts'

/** This many of the first rows tell two communities apart. */
export const SAMPLE = 50
/** Of those that were imported before, this many must have the same time: a few may have been given away or merged since. */
const ALIKE = 0.9

/** Ids are small numbers and times are often whole days: fewer that are known say nothing, but of a community that has no more. */
const ENOUGH = 5

/** Of those that are known from both sides, nearly all are the same. */
const isSame = (known: number, alike: number) => known > 0 && alike >= known * ALIKE

/** Where an import ended before any of its members came in, its tags have to tell: they have no moments, but numbers and names. */
const hasSameTags = async (db: Db, site: string, slugs: Map<string, string>) => {
  if ((await hasOrigins(db, site, 'user')) || (await hasOrigins(db, site, 'post'))) return false
  const there = await listOrigins(db, site, 'tag', [...slugs.keys()])
  const tags = await listTagsBySlug(db, [...new Set(slugs.values())])
  const ids = new Map(tags.map((tag) => [tag.slug_name, tag.main_tag_id || tag.id]))
  const alike = [...there].filter(([key, id]) => ids.get(slugs.get(key)!) === id)
  return isSame(there.size, alike.length)
}

/** Whether so many are known that it can't be chance: all there are, where the dump or the site has few. */
const isEnough = async (db: Db, site: string, samples: Samples, known: Record<DatedKind, number>) => {
  const all = known.user + known.post
  if (all >= Math.min(ENOUGH, samples.user.size + samples.post.size)) return true
  const { users, questions } = await countUpTo(db, site, ENOUGH)
  // Of a part that came in with `--limit` the members may stand further behind.
  return questions ? questions < ENOUGH && known.post >= questions : users < ENOUGH && known.user >= users
}

const isAlike = async (db: Db, site: string, samples: Samples) => {
  const known = { user: 0, post: 0 }
  let alike = 0
  for (const kind of ['user', 'post'] as const) {
    const there = await listCreatedAt(db, site, kind, [...samples[kind].keys()])
    known[kind] = there.size
    for (const [key, created_at] of there) if (samples[kind].get(key) === created_at) alike++
  }
  return isSame(known.user + known.post, alike) && isEnough(db, site, samples, known)
}

/**
 * The name under which the site of a dump is stored: a dump is recognized by its content, since ids and times of a site stay the same
 * in every dump of it. A new one gets the requested name, or a similar one if another site has that.
 */
export const nameOf = async (db: Db, source: Source, folder: string, wished: string) => {
  const samples = await source.samples(folder)
  const sites = await listSites(db)
  for (const site of sites) if (await isAlike(db, site, samples)) return site
  for (const site of sites) if (await hasSameTags(db, site, samples.tag)) return site
  for (let n = 1; ; n++) {
    const name = n === 1 ? wished : `${wished} (${n})`
    if (!sites.includes(name)) return name
  }
}
