import type { Db } from '../../../../db/dialect.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { dressedLinks, namedIn } from '../../../../lib/dressed-links.ts'
import type { SiteSettings } from '../../../operations/settings/views.ts'
import { findMentioned } from '../../../users/users/mentions/shown-mentions.ts'
import { listTitlesOf } from './queries.ts'

/** More titles than that are no help on one page. */
const MOST = 200

interface Reader {
  viewer: Viewer
  settings: SiteSettings
}

/** How this reader sees the links of these texts: with the titles of what may be seen, the names of other sites, and those of members only. */
export const linksFor = async (db: Db, htmls: string[], { viewer, settings }: Reader) => {
  const origin = URL.parse(settings.general.site_url)?.origin ?? ''
  const ids = [...new Set(htmls.flatMap((html) => namedIn(html, origin).map(({ number }) => number)))].slice(0, MOST)
  const titles = new Map((await listTitlesOf(db, ids, viewer)).map(({ id, title }) => [id, title]))
  const members = await findMentioned(db, htmls)
  return (html: string) => dressedLinks(html, { titles, members }, origin)
}
