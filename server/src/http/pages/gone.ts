import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import { wasPublic } from '../../features/content/posts/queries.ts'
import type { Viewer } from '../../lib/actor.ts'
import type { Runtime } from '../../runtime.ts'

export const GONE = 410

/** A question that everybody could read and that is deleted: search engines forget it sooner than one that can't be found. The calls of the API say 404 of both. */
export const isGone = async ({ app }: Runtime, question: number) =>
  question > 0 && app !== undefined && wasPublic(app.db, question)

/** The same of the question that a page is of, to visitors; scripts ask for the page at its address with `.data` behind it. */
export const isGonePage = async (runtime: Runtime, viewer: Viewer, url: string) => {
  const path = parseQuestionPath(url.split('?', 1)[0]!.replace(/\.data$/, ''))
  return path !== null && !viewer && !(await runtime.isPrivate()) && isGone(runtime, path.question)
}
