import { objectId } from '@askwell/contract/ids.ts'
import type { QuestionInfo } from '@askwell/contract/questions.ts'
import type { Paged } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { followedOf } from '../../users/users/followed.ts'
import { listVotesOf } from '../../content/posts/viewer-state.ts'
import { questionRecord, voteStatus } from '../../content/posts/views.ts'
import { tagChips } from '../../content/tags/views.ts'
import { userCards } from '../../users/users/views.ts'
import { countBookmarked, firstAnswersOf, listBookmarked } from './queries.ts'

/** Questions without their texts, as the list of bookmarks has them. */
export const bookmarks = async (db: Db, viewer: NonNullable<Viewer>, page: Page): Promise<Paged<QuestionInfo>> => {
  const rows = await listBookmarked(db, viewer, page)
  const ids = rows.map((row) => row.id)
  const tags = await tagChips(db, ids)
  const users = await userCards(
    db,
    rows.map((row) => row.user_id),
  )
  const answers = await firstAnswersOf(db, viewer.id, ids)
  const votes = ids.length ? await listVotesOf(db, viewer.id, ids) : new Map<number, 'up' | 'down'>()
  const followed = await followedOf(db, viewer.id, 'question', ids)
  const list = rows.map((row): QuestionInfo => ({
    ...questionRecord(row),
    content: '',
    html: '',
    description: '',
    tags: tags.get(row.id)!,
    user_info: users.get(row.user_id)!,
    answered: answers.has(row.id),
    first_answer_id: answers.has(row.id) ? objectId('answer', answers.get(row.id)!) : '',
    collected: true,
    vote_status: voteStatus(votes.get(row.id)),
    is_followed: followed.has(row.id),
    member_actions: [],
    extends_actions: [],
  }))
  return pageOf(list, await countBookmarked(db, viewer), page)
}
