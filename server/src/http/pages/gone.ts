import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import { wasPublic } from '../../features/content/posts/queries.ts'
import type { Runtime } from '../../runtime.ts'

const GONE = 410

/** A question that everybody could read and that is deleted: search engines forget it sooner than one that can't be found. The calls of the API say 404 of both. */
export const statusOfMissing = async ({ app }: Runtime, url: string) => {
  const path = parseQuestionPath(url.split('?', 1)[0]!)
  return path && app && (await wasPublic(app.db, path.question)) ? GONE : 404
}
