import { ROLE } from '@askwell/contract/roles.ts'
import type { INVITATION_STATES } from '@askwell/contract/site-invitations.ts'
import { type ExpressionBuilder, type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { insertMany } from '../../../db/insert-many.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'
import { USER_STATUS } from '../../../lib/actor.ts'

export type InvitationRow = Selectable<DB['site_invitations']>
export type NewInvitation = Omit<Insertable<DB['site_invitations']>, 'id'>

type State = (typeof INVITATION_STATES)[number]
type Builder = ExpressionBuilder<DB, 'site_invitations'>

const isUsed = sql<SqlBool>`site_invitations.used_count >= site_invitations.max_uses`
const isOpen = (now: number) => (eb: Builder) =>
  eb.and([eb('ended_at', '=', 0), eb('expires_at', '>', now), eb('used_count', '<', eb.ref('max_uses'))])
const inState = (state: State, now: number) => (eb: Builder) => {
  if (state === 'open') return isOpen(now)(eb)
  if (state === 'used') return isUsed
  return eb.and([eb.not(isUsed), eb.or([eb('ended_at', '>', 0), eb('expires_at', '<=', now)])])
}

export const invitationPage = async (db: Db, { state, ...page }: Page & { state: State }, now: number) => {
  const found = db.selectFrom('site_invitations').where(inState(state, now))
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const list = await found.selectAll().orderBy('id', 'desc').limit(page.page_size).offset(offsetOf(page)).execute()
  return { count, list }
}

/** The latest users of each of these invitations. */
export const listUses = (db: Db, ids: number[], most: number) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom((eb) =>
          eb
            .selectFrom('site_invitation_uses')
            .where('invitation_id', 'in', ids)
            .select(['invitation_id', 'user_id'])
            .select(sql<number>`row_number() over (partition by invitation_id order by user_id desc)`.as('place'))
            .as('latest'),
        )
        .where('place', '<=', most)
        .select(['invitation_id', 'user_id'])
        .orderBy('place')
        .execute()

/** @returns the ids of one e-mailed at once or of many of one batch, in order. */
export const insertInvitations = async (db: Db, rows: NewInvitation[]) => {
  const made = await insertMany<{ id: number }>(db, 'site_invitations', rows, { behind: 'returning id' })
  return made.map(({ id }) => id)
}

/** Whether the one who invited may still let people in: whoever is no active admin any more leaves no way into the site. */
const inviterMay = sql<SqlBool>`exists (select 1 from users
  where users.id = site_invitations.inviter_id and users.role_id = ${ROLE.admin} and users.status = ${USER_STATUS.normal})`

export const findOpenByCode = (db: Db, code_hash: string, now: number) =>
  db
    .selectFrom('site_invitations')
    .selectAll()
    .where('code_hash', '=', code_hash)
    .where(isOpen(now))
    .where(inviterMay)
    .executeTakeFirst()

/** Counted in SQL: of many who come at the same time, only as many as allowed get in. */
export const useInvitation = (db: Db, code_hash: string, now: number) =>
  db
    .updateTable('site_invitations')
    .set((eb) => ({ used_count: eb('used_count', '+', 1) }))
    .where('code_hash', '=', code_hash)
    .where(({ eb }) => isOpen(now)(eb))
    .where(inviterMay)
    .returning(['id', 'e_mail', 'role_id', 'inviter_id'])
    .executeTakeFirst()

export const insertUse = (db: Db, use: DB['site_invitation_uses']) =>
  db.insertInto('site_invitation_uses').values(use).execute()

export const findOpen = (db: Db, id: number, now: number) =>
  db.selectFrom('site_invitations').selectAll().where('id', '=', id).where(isOpen(now)).executeTakeFirst()

/** @returns false if it isn't open any more. */
export const endInvitation = async (db: Db, id: number, now: number) =>
  (await db
    .updateTable('site_invitations')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where(({ eb }) => isOpen(now)(eb))
    .returning('id')
    .executeTakeFirst()) !== undefined

/** The former code no longer works. @returns false if it isn't open any more. */
export const replaceCode = async (db: Db, id: number, code_hash: string, now: number) =>
  (await db
    .updateTable('site_invitations')
    .set({ code_hash })
    .where('id', '=', id)
    .where(({ eb }) => isOpen(now)(eb))
    .returning('id')
    .executeTakeFirst()) !== undefined

export const setSent = (db: Db, id: number, sent: { sent_at: number } | { send_error: string }) =>
  db
    .updateTable('site_invitations')
    .set('sent_at' in sent ? { ...sent, send_error: '' } : sent)
    .where('id', '=', id)
    .execute()

/** The next one of a batch whose e-mail has not gone out. */
export const findUnsent = (db: Db, batch: string, after: number) =>
  db
    .selectFrom('site_invitations')
    .select('id')
    .where('batch', '=', batch)
    .where('id', '>', after)
    .where('sent_at', '=', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const countBatch = async (db: Db, batch: string) =>
  (
    await db
      .selectFrom('site_invitations')
      .where('batch', '=', batch)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

const AT_ONCE = 500
const inPieces = async (e_mails: string[], read: (piece: string[]) => Promise<{ e_mail: string | null }[]>) => {
  const found = new Set<string>()
  for (let at = 0; at < e_mails.length; at += AT_ONCE)
    for (const { e_mail } of await read(e_mails.slice(at, at + AT_ONCE))) found.add(e_mail!)
  return found
}

/** Which of these addresses belong to an account, deleted ones too: nobody else can have them. */
export const addressesOfUsers = (db: Db, e_mails: string[]) =>
  inPieces(e_mails, (piece) => db.selectFrom('users').select('e_mail').where('e_mail', 'in', piece).execute())

export const addressesInvited = (db: Db, e_mails: string[], now: number) =>
  inPieces(e_mails, (piece) =>
    db.selectFrom('site_invitations').select('e_mail').where('e_mail', 'in', piece).where(isOpen(now)).execute(),
  )

/** What an invitation says of somebody whose account is erased. */
export const forgetUser = async (db: Db, user_id: number) => {
  await db
    .updateTable('site_invitations')
    .set({ e_mail: '', display_name: '' })
    .where('id', 'in', (eb) =>
      eb.selectFrom('site_invitation_uses').select('invitation_id').where('user_id', '=', user_id),
    )
    .execute()
  await db.deleteFrom('site_invitation_uses').where('user_id', '=', user_id).execute()
}

export const deleteUnusedBefore = (db: Db, time: number) =>
  db.deleteFrom('site_invitations').where('expires_at', '<', time).where('used_count', '=', 0).execute()
