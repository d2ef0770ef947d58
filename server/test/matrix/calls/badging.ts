import * as badges from '@askwell/contract/badges.ts'
import { followLink } from '@askwell/contract/followed-links.ts'
import { objectId } from '@askwell/contract/ids.ts'
import * as tasks from '@askwell/contract/tasks.ts'
import { beginTask } from '../../../src/events/tasks/service.ts'
import { example, fresh, type Scene } from '../cast.ts'

const EDITOR = '10090000000000007'
const author = ({ cast }: Scene) => ({ query: { username: cast.author.username } })
const draft = () => ({
  icon: 'trophy-fill',
  level: 1,
  group_id: 2,
  is_single: true,
  rule: { activity: 'flag', conditions: [], count: 900 },
  words: { en_US: { name: fresh('badge '), description: '' } },
})

/** An award that can be taken back. */
const awarded = async ({ w, cast }: Scene) => {
  const { username, id } = await w.given.member()
  await w.as(cast.admin).call(badges.awardBadge, { body: { id: EDITOR, username, reason: 'For nothing' } })
  const row = await w.app.db
    .selectFrom('badge_awards')
    .select('id')
    .where('user_id', '=', id)
    .where('reason', '=', 'For nothing')
    .executeTakeFirstOrThrow()
  return objectId('badge_award', row.id)
}

export const badging = {
  badges: example(badges.badges),
  badge: example(badges.badge, () => ({ query: { id: EDITOR } })),
  badgeAwards: example(badges.badgeAwards, () => ({ query: { badge_id: EDITOR } })),
  userBadges: example(badges.userBadges, author),
  recentBadges: example(badges.recentBadges, author),
  // Whether it is there to be counted is not said.
  followLink: example(followLink, ({ question }) => ({
    body: { object_id: question, href: 'https://elsewhere.example/' },
  })),
  'followLink: in a deleted question': example(followLink, ({ hidden }) => ({
    body: { object_id: hidden.question, href: 'https://elsewhere.example/' },
  })),

  adminBadges: example(badges.adminBadges),
  adminBadge: example(badges.adminBadge, () => ({ query: { id: EDITOR } })),
  setBadgeStatus: example(badges.setBadgeStatus, () => ({ body: { id: EDITOR, status: 'active' } })),
  saveBadge: example(badges.saveBadge, () => ({ body: draft() })),
  previewBadge: example(badges.previewBadge, () => ({ body: { rule: draft().rule, is_single: true } })),
  awardPast: example(badges.awardPast, async ({ w }) => {
    await w.settle() // one at a time
    return { body: { ids: [EDITOR] } }
  }),
  awardBadge: example(badges.awardBadge, async ({ w }) => ({
    body: { id: EDITOR, username: (await w.given.member()).username, reason: 'For a test' },
  })),
  adminAwards: example(badges.adminAwards, () => ({ query: { id: EDITOR } })),
  takeBackBadge: example(badges.takeBackBadge, async (s) => ({ body: { id: await awarded(s), reason: 'A mistake' } })),

  tasks: example(tasks.tasks, () => ({ query: { kind: 'award_past_badges' } })),
  setTaskStatus: example(tasks.setTaskStatus, async ({ w, cast }) => {
    await w.settle()
    const id = await beginTask(w.app, cast.admin.id, 'award_past_badges', { ids: [] })
    return { body: { id: String(id), status: 'stopped' } }
  }),
}
