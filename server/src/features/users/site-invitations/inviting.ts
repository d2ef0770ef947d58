import { isMailable } from '@askwell/contract/formats.ts'
import { INVITED_BY_HAND_MAX, INVITED_BY_LIST_MAX } from '@askwell/contract/limits.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import type { LineOutcome } from '@askwell/contract/site-invitations.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { DAY } from '../../../lib/clock.ts'
import { BadRequest, Invalid, NotFound } from '../../../lib/errors.ts'
import { translate } from '../../../lib/messages.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { recordAudit } from '../../operations/audit/queries.ts'
import { loginInForce, siteSettings } from '../../operations/settings/views.ts'
import { mailbox, tidyName, wrongName } from '../users/policy.ts'
import { type CsvPerson, peopleIn, roleIn } from './people-csv.ts'
import * as queries from './queries.ts'
import { invitationUrl, roleKey, roleName } from './views.ts'

export interface Terms {
  role_id: number
  days: number
}

/** Whoever comes chooses a password; where that isn't how one logs in, nobody is invited to do so. */
const ensureWayIn = async (app: App) => {
  if (!app.ownAccounts()) throw new BadRequest('error.user.user_center_only')
  if (!(await loginInForce(app)).allow_password_login) throw new BadRequest('error.invitation.no_passwords')
}

export const record = (tx: Tx, actor: Pick<Actor, 'id'>, action: string, after: object) =>
  recordAudit(tx, { actor_id: actor.id, action, object_type: 'site', object_id: 0, before: null, after })

const draft = (tx: Tx, actor: Actor, { role_id, days }: Terms): queries.NewInvitation => ({
  code_hash: null,
  e_mail: '',
  display_name: '',
  role_id,
  inviter_id: actor.id,
  batch: '',
  max_uses: 1,
  used_count: 0,
  created_at: tx.now(),
  sent_at: 0,
  send_error: '',
  expires_at: tx.now() + days * DAY,
  ended_at: 0,
})

/** The e-mail is written later, and its code with it: nobody on the site ever sees that one. */
const requestEmail = (tx: Tx, actor_id: number, invitation_id: number) =>
  tx.emit('site_invitation.email_requested', {
    actor_id,
    object_type: 'user',
    object_id: actor_id,
    question_id: 0,
    invitation_id,
  })

export const inviteByLink = async (app: App, actor: Actor, { max_uses, ...terms }: Terms & { max_uses: number }) => {
  await ensureWayIn(app)
  if (terms.role_id !== ROLE.user && max_uses > 1)
    throw new Invalid([{ field: 'max_uses', reason: 'error.invitation.staff_once' }])
  const { general } = await siteSettings(app)
  const code = newToken()
  await app.transaction(async (tx) => {
    const row = { ...draft(tx, actor, terms), code_hash: hashToken(code), max_uses }
    const [id] = await queries.insertInvitations(tx.db, [row])
    const role = roleKey(terms.role_id)
    await record(tx, actor, 'invitation.link_made', { invitation: id, role, days: terms.days, max_uses })
  })
  return { url: invitationUrl(general.site_url, code) }
}

interface Judged extends CsvPerson {
  role_id: number
  outcome: LineOutcome
}

const outcomeOf = (
  { e_mail, display_name, role }: CsvPerson,
  box: string,
  known: { seen: Set<string>; members: Set<string>; invited: Set<string> },
): LineOutcome => {
  if (e_mail === '') return 'no_email'
  if (!isMailable(box)) return 'bad_email'
  if (display_name !== '' && wrongName('', display_name).length > 0) return 'bad_name'
  if (role !== '' && roleIn(role) === undefined) return 'unknown_role'
  if (known.seen.has(box)) return 'double'
  if (known.members.has(box)) return 'member'
  return known.invited.has(box) ? 'invited' : 'invite'
}

/** What would become of each of them, as things are now. */
const judge = async (db: App['db'], people: CsvPerson[], { role_id }: Terms, now: number): Promise<Judged[]> => {
  const boxes = people.map(({ e_mail }) => mailbox(e_mail))
  const members = await queries.addressesOfUsers(db, boxes)
  const invited = await queries.addressesInvited(db, boxes, now)
  const seen = new Set<string>()
  return people.map((person, at) => {
    const tidy = { ...person, display_name: tidyName(person.display_name) }
    const outcome = outcomeOf(tidy, boxes[at]!, { seen, members, invited })
    seen.add(boxes[at]!)
    return { ...tidy, e_mail: boxes[at]!, outcome, role_id: person.role ? (roleIn(person.role) ?? role_id) : role_id }
  })
}

const insertAll = (tx: Tx, actor: Actor, terms: Terms, people: Judged[], batch = '') =>
  queries.insertInvitations(
    tx.db,
    people.map(({ e_mail, display_name, role_id }) => ({
      ...draft(tx, actor, { ...terms, role_id }),
      e_mail,
      display_name,
      batch,
    })),
  )

/** All of them or none: each address that can't be invited is named. */
export const inviteByEmail = async (app: App, actor: Actor, sent: Terms & { e_mails: string }, language: string) => {
  await ensureWayIn(app)
  const addresses = [...new Set(sent.e_mails.split(/[\s,;]+/).filter(Boolean))]
  if (addresses.length > INVITED_BY_HAND_MAX)
    throw new Invalid([{ field: 'e_mails', reason: 'field.too_many', values: { max: INVITED_BY_HAND_MAX } }])
  const people = addresses.map((e_mail, at) => ({ line: at + 1, e_mail, display_name: '', role: '' }))
  return app.transaction(async (tx) => {
    const judged = await judge(tx.db, people, sent, tx.now())
    const wrong = judged.filter(({ outcome }) => outcome !== 'invite' && outcome !== 'double')
    if (wrong.length)
      throw new Invalid(
        wrong.map(({ e_mail, outcome }) => ({
          field: 'e_mails',
          reason: 'error.invitation.not_invited',
          values: { e_mail, why: translate(language, `people.outcome_${outcome}`) },
        })),
      )
    const ids = await insertAll(
      tx,
      actor,
      sent,
      judged.filter(({ outcome }) => outcome === 'invite'),
    )
    for (const id of ids) await requestEmail(tx, actor.id, id)
    const role = roleKey(sent.role_id)
    await record(tx, actor, 'invitation.sent', { invitations: ids, role, days: sent.days })
    return { count: ids.length }
  })
}

const readPeople = (csv: string) => {
  const people = peopleIn(csv)
  if (people.length === 0) throw new Invalid([{ field: 'csv', reason: 'field.blank' }])
  if (people.length > INVITED_BY_LIST_MAX)
    throw new Invalid([{ field: 'csv', reason: 'field.too_many', values: { max: INVITED_BY_LIST_MAX } }])
  return people
}

export const checkPeople = async (app: App, { csv, ...terms }: Terms & { csv: string }, language: string) => {
  await ensureWayIn(app)
  return (await judge(app.db, readPeople(csv), terms, app.clock.now())).map(
    ({ line, e_mail, display_name, role_id, role, outcome }) => ({
      line,
      e_mail,
      display_name,
      role_name: outcome === 'unknown_role' ? role : roleName(role_id, language),
      outcome,
    }),
  )
}

/** The invitations are made at once, and their e-mails sent one after the other by a long task. */
export const invitePeople = async (app: App, actor: Actor, { csv, ...terms }: Terms & { csv: string }) => {
  await ensureWayIn(app)
  const people = readPeople(csv)
  const batch = newToken()
  let count = 0
  const task_id = await beginTask(app, actor.id, 'invite_people', { batch }, async (tx) => {
    const wanted = (await judge(tx.db, people, terms, tx.now())).filter(({ outcome }) => outcome === 'invite')
    count = wanted.length
    if (count === 0) throw new Invalid([{ field: 'csv', reason: 'error.invitation.nobody' }])
    await insertAll(tx, actor, terms, wanted, batch)
    await record(tx, actor, 'invitation.list_sent', { invitations: count, days: terms.days })
  })
  return { task_id: String(task_id), count }
}

export const endInvitation = async (app: App, actor: Actor, id: number) => {
  await app.transaction(async (tx) => {
    if (!(await queries.endInvitation(tx.db, id, tx.now()))) throw new NotFound('error.invitation.gone')
    await record(tx, actor, 'invitation.ended', { invitation: id })
  })
  return null
}

export const sendAgain = async (app: App, actor: Actor, id: number) => {
  await ensureWayIn(app)
  await app.transaction(async (tx) => {
    const invitation = await queries.findOpen(tx.db, id, tx.now())
    if (!invitation?.e_mail) throw new NotFound('error.invitation.gone')
    await requestEmail(tx, actor.id, id)
    await record(tx, actor, 'invitation.sent_again', { invitation: id })
  })
  return null
}
