import { type ChannelEvent, CHANNEL_EVENTS } from '@askwell/contract/channels.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'
import { type Choices, UNCHOSEN } from './choices.ts'

const isEvent = (name: string): name is ChannelEvent => CHANNEL_EVENTS.some((event) => event === name)
const eventsIn = (list: string) => list.split(' ').filter(isEvent)

const read = ({ user_id: _, site, mail, push, plugins, ...rest }: Selectable<DB['channel_choices']>): Choices => ({
  ...rest,
  site: eventsIn(site),
  mail: eventsIn(mail),
  push: eventsIn(push),
  plugins: JSON.parse(plugins) as Choices['plugins'],
})

/** Of those who have chosen something. */
export const listChoices = async (db: Db, user_ids: number[]) =>
  new Map(
    user_ids.length === 0
      ? []
      : (await db.selectFrom('channel_choices').selectAll().where('user_id', 'in', user_ids).execute()).map((row) => [
          row.user_id,
          read(row),
        ]),
  )

export const findChoices = async (db: Db, user_id: number) =>
  (await listChoices(db, [user_id])).get(user_id) ?? UNCHOSEN

export const saveChoices = async (db: Db, user_id: number, { site, mail, push, plugins, ...rest }: Choices) => {
  const row = {
    ...rest,
    plugins: JSON.stringify(plugins),
    site: site.join(' '),
    mail: mail.join(' '),
    push: push.join(' '),
  }
  await db
    .insertInto('channel_choices')
    .values({ user_id, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute()
}

/** Those of them who want to hear nothing of this question, or of one of its tags. */
export const listMuting = async (db: Db, user_ids: number[], question_id: number) =>
  question_id === 0 || user_ids.length === 0
    ? []
    : (
        await db
          .selectFrom('muted_topics')
          .select('user_id')
          .where((eb) =>
            eb.or([
              eb.and([eb('object_type', '=', 'question'), eb('object_id', '=', question_id)]),
              eb.and([
                eb('object_type', '=', 'tag'),
                eb('object_id', 'in', (inner) =>
                  inner.selectFrom('question_tags').select('tag_id').where('question_id', '=', question_id),
                ),
              ]),
            ]),
          )
          .where('user_id', 'in', user_ids)
          .execute()
      ).map((row) => row.user_id)

export type Topic = Pick<DB['muted_topics'], 'object_type' | 'object_id'>

export const insertMuted = (db: Db, user_id: number, topic: Topic, created_at: number) =>
  db
    .insertInto('muted_topics')
    .values({ ...topic, user_id, created_at })
    .onConflict((on) => on.columns(['object_type', 'object_id', 'user_id']).doNothing())
    .execute()

export const deleteMuted = (db: Db, user_id: number, { object_type, object_id }: Topic) =>
  db
    .deleteFrom('muted_topics')
    .where('user_id', '=', user_id)
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .execute()

export const countMuted = async (db: Db, user_id: number) =>
  (
    await db
      .selectFrom('muted_topics')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
  ).count

export const isMuted = async (db: Db, user_id: number, { object_type, object_id }: Topic) =>
  (await db
    .selectFrom('muted_topics')
    .select('user_id')
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()) !== undefined

/** All, or whether this one is among them. */
export const listMuted = (db: Db, user_id: number, topic?: Topic) =>
  db
    .selectFrom('muted_topics')
    .select(['object_type', 'object_id'])
    .where('user_id', '=', user_id)
    .$if(topic !== undefined, (q) =>
      q.where('object_type', '=', topic!.object_type).where('object_id', '=', topic!.object_id),
    )
    .orderBy('created_at', 'desc')
    .execute()

export const deleteChannelsOf = async (db: Db, user_id: number) => {
  await db.deleteFrom('channel_choices').where('user_id', '=', user_id).execute()
  await db.deleteFrom('muted_topics').where('user_id', '=', user_id).execute()
}

export const deleteMutedQuestion = (db: Db, question_id: number) =>
  db.deleteFrom('muted_topics').where('object_type', '=', 'question').where('object_id', '=', question_id).execute()

/** Users whose digest is due, a few at a time. */
export const listDigestsDue = (db: Db, digest: 'daily' | 'weekly', before: number, now: number, limit: number) =>
  db
    .selectFrom('channel_choices')
    .select(['user_id', 'digest_at'])
    .where('digest', '=', digest)
    .where('digest_at', '<=', before)
    .where('muted_until', '<=', now)
    .orderBy('digest_at')
    .limit(limit)
    .execute()

/** @returns whether it was this one that took it up. */
export const takeDigest = async (db: Db, user_id: number, before: number, now: number) =>
  (
    await db
      .updateTable('channel_choices')
      .set({ digest_at: now })
      .where('user_id', '=', user_id)
      .where('digest_at', '=', before)
      .where('digest', '<>', 'off')
      .executeTakeFirst()
  ).numUpdatedRows > 0
