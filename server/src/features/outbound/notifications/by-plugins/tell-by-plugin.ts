import { PLUGIN_NOTICES } from '@askwell/contract/limits.ts'
import { advisoryLock } from '../../../../db/dialect.ts'
import type { App } from '../../../../events/events.ts'
import { DAY } from '../../../../lib/clock.ts'
import { holderOfName } from '../../../users/users/names/queries.ts'
import { listReaders } from '../queries.ts'
import { writeNotifications } from '../writing/write.ts'
import { checkedNotice, senderOf } from './checked-notice.ts'
import { countNotices, hasNotice, insertNotice } from './queries.ts'

/** A plugin tells a member something in its own words, once for each key. @returns whether the member has it. */
export const tellByPlugin = (
  app: App,
  { slug_name: plugin, name }: { slug_name: string; name: string },
  username: unknown,
  given: unknown,
) => {
  const notice = checkedNotice(given)
  return app.transaction(async (tx) => {
    const holder = await holderOfName(tx.db, String(username))
    const [user_id] = holder === undefined ? [] : await listReaders(tx.db, [holder])
    if (user_id === undefined) return false
    const told = { user_id, plugin }
    await advisoryLock(tx.db, `plugin notices to ${user_id}`) // two at once would each find room for itself alone
    if (await hasNotice(tx.db, told, notice.key)) return true
    const { of_a_day } = PLUGIN_NOTICES
    if ((await countNotices(tx.db, told, tx.now() - DAY, of_a_day)) === of_a_day)
      throw new Error(`limit: a plugin tells a member at most ${of_a_day} things a day`)
    const row = { ...told, ...notice, sender: senderOf(name), created_at: tx.now() }
    await writeNotifications(tx, [user_id], {
      action: 'told_by_plugin',
      actor_id: 0,
      object_type: 'plugin_notice',
      object_id: await insertNotice(tx.db, row),
      question_id: 0,
      answer_id: 0,
      comment_id: 0,
    })
    return true
  })
}
