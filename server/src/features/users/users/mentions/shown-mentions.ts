import type { Db } from '../../../../db/dialect.ts'
import { mentionsIn, withoutDeadMentions } from '../../../../lib/dressed-links.ts'
import { listHeldNames } from '../names/queries.ts'

/** More names than that are no help on one page. */
const MOST = 200

/** Those of the names in these texts that lead to a member's page. */
export const findMentioned = async (db: Db, htmls: string[]): Promise<ReadonlySet<string>> => {
  const names = [...new Set(htmls.flatMap(mentionsIn))].slice(0, MOST)
  return new Set(await listHeldNames(db, names))
}

/** How texts are shown that aren’t posts: mentions of nobody are no links in them either (`linksFor` is for posts). */
export const mentionsFor = async (db: Db, htmls: string[]) => {
  const members = await findMentioned(db, htmls)
  return (html: string) => withoutDeadMentions(html, members)
}
