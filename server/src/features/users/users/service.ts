import { isMailable } from '@askwell/contract/formats.ts'
import type { NewUser } from '@askwell/contract/user-administration.ts'
import { BULK_USERS, type SUSPENSIONS } from '@askwell/contract/limits.ts'
import { isAdmin, ROLE } from '@askwell/contract/roles.ts'
import type { UserStatus } from '@askwell/contract/shapes.ts'
import type { ProfileDraft } from '@askwell/contract/users.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import { MAIL_STATUS, type Member, USER_STATUS } from '../../../lib/member.ts'
import { hashPassword } from '../../../lib/passwords.ts'
import { BadRequest, type FieldError, Invalid, NotFound } from '../../../lib/errors.ts'
import { isUsername, usernameFrom } from '../../../lib/slug.ts'
import { LANGUAGES, translate } from '../../../lib/messages.ts'
import { outsideLinks } from '../../content/reviewers/policy.ts'
import { ensureShownAtOnce, type From } from '../../content/reviewers/views.ts'
import { renderText } from '../../../workers/texts.ts'
import { type SiteSettings, siteSettings } from '../../operations/settings/views.ts'
import {
  isErased,
  isReserved,
  mailbox,
  standingOf,
  suspensionEnd,
  tidyName,
  wrongName,
  wrongNewUser,
} from './policy.ts'
import * as queries from './queries.ts'
import type { User, UserChanges } from './queries.ts'

const fact = (actor_id: number, user_id: number) => ({
  actor_id,
  object_type: 'user' as const,
  object_id: user_id,
  question_id: 0,
})

const ATTEMPTS = 5
const FAR = 1_000_000

/** Made from the display name; with a number if it is taken, at last a random one, so that common names don't take long. */
const freeUsername = async (tx: Tx, display_name: string) => {
  for (let attempt = 1; ; attempt++) {
    const username = usernameFrom(display_name, attempt <= ATTEMPTS ? attempt : Math.ceil(Math.random() * FAR))
    if (!isReserved(username, false) && (await queries.holderOfName(tx.db, username)) === undefined) return username
  }
}

export interface NewMember {
  display_name: string
  /** Null for imported members, who can't log in yet. */
  e_mail: string | null
  password_hash?: string | null
  /** The address is known to be theirs. */
  activated: boolean
  /** Where not given it is made of the display name. */
  username?: string
  role_id?: number
  language?: string
}

export const createMember = async (
  tx: Tx,
  { display_name, e_mail, password_hash = null, activated, username, role_id = ROLE.user, language = '' }: NewMember,
) => {
  const id = await queries.insertUser(tx.db, {
    username: username ?? (await freeUsername(tx, display_name)),
    display_name,
    e_mail: e_mail && mailbox(e_mail),
    password_hash,
    role_id,
    language,
    mail_status: activated ? MAIL_STATUS.activated : MAIL_STATUS.waiting,
    created_at: tx.now(),
  })
  await tx.emit('user.registered', fact(id, id))
  if (activated) await tx.emit('user.activated', fact(id, id))
  return id
}

const TRIES = 20

/** Several may want one name or address at the same time: the unique key decides, and the slower ones try again with another. */
export const againIfTaken = async <T>(work: () => Promise<T>) => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isDuplicate(error) || tries === TRIES) throw error
    }
  }
}

const SWITCHED = ['display_name', 'username', 'avatar', 'bio', 'website', 'location'] as const

/** The fields of the profile that really change: clients send it back whole. */
const profileChanges = (user: User, draft: ProfileDraft, default_avatar: SiteSettings['users']['default_avatar']) => {
  const { avatar, ...texts } = draft
  const changed = (
    Object.entries(texts) as [Exclude<(typeof SWITCHED)[number], 'avatar'>, string | undefined][]
  ).filter(([field, value]) => SWITCHED.includes(field) && value !== undefined && value !== user[field])
  // If the site uses Gravatar by default, choosing that or the default is the same.
  const kind = (type: User['avatar_type']) => (type === 'default' && default_avatar === 'gravatar' ? 'gravatar' : type)
  const other =
    avatar &&
    (kind(avatar.type) !== kind(user.avatar_type) ||
      (avatar.type === 'custom' && !avatar.custom?.endsWith(user.avatar_custom)))
  return {
    texts: Object.fromEntries(changed) as Partial<Record<(typeof changed)[number][0], string>>,
    avatar: other ? avatar : undefined,
  }
}

/** Asks reviewers about new texts of a profile: they have no queue to wait in, so what isn't approved is refused. */
const ensureProfileTaken = async (
  app: App,
  actor: Member,
  draft: ProfileDraft,
  bio: { html: string; links: string[] } | undefined,
  from: From,
) => {
  const user = (await queries.findUser(app.db, actor.id))!
  const { texts } = profileChanges(user, draft, 'system')
  const written = (['bio', 'website', 'location', 'display_name'] as const).filter((field) => texts[field])
  if (written.length === 0) return
  const links = [...(texts.bio && bio ? outsideLinks(bio.links) : []), ...(texts.website ? [texts.website] : [])]
  await ensureShownAtOnce(
    app,
    actor,
    {
      object_type: 'profile',
      title: texts.display_name ?? '',
      content: [texts.bio, texts.website, texts.location].filter(Boolean).join('\n'),
      html: texts.bio ? (bio?.html ?? '') : '',
      tags: [],
      links,
      former: `${user.bio}\n${user.website}`,
    },
    from,
    written[0]!,
  )
}

/** Changes the member's own profile, as far as the site allows. */
export const saveProfile = async (app: App, actor: Member, draft: ProfileDraft, from: From) => {
  const { users: may, general } = await siteSettings(app)
  const sent = { ...draft, ...(draft.display_name !== undefined && { display_name: tidyName(draft.display_name) }) }
  const rendered = draft.bio ? await renderText(draft.bio, { field: 'bio' }) : undefined
  const bio_html = rendered?.html ?? ''
  await ensureProfileTaken(app, actor, sent, rendered, from)
  await againIfTaken(() =>
    app.transaction(async (tx) => {
      const user = (await queries.lockUser(tx.db, actor.id))!
      const { texts, avatar } = profileChanges(user, sent, may.default_avatar)
      const changes: UserChanges = { ...texts, ...(texts.bio !== undefined && { bio_html }) }
      const wrong: FieldError[] = [...Object.keys(texts), ...(avatar ? ['avatar'] : [])]
        .filter((field) => !may[`allow_update_${field}` as keyof typeof may])
        .map((field) => ({ field, reason: 'field.not_changeable' }))
      if (texts.display_name !== undefined) wrong.push(...wrongName('display_name', texts.display_name))
      if (texts.username !== undefined) wrong.push(...(await takeUsername(tx, user, texts.username, isAdmin(actor))))
      if (avatar?.type === 'custom' && may.allow_update_avatar) {
        const path = uploadPath(avatar.custom ?? '', general.site_url)
        if (!path || !(await queries.isOwnAvatar(tx.db, actor.id, path)))
          wrong.push({ field: 'avatar', reason: 'field.not_found' })
        changes.avatar_custom = `/uploads/${path}`
      }
      if (avatar?.type === 'gravatar' && !may.gravatar_base_url)
        wrong.push({ field: 'avatar', reason: 'field.not_a_choice' })
      if (avatar) changes.avatar_type = avatar.type
      if (avatar && avatar.type !== 'custom') changes.avatar_custom = ''
      if (wrong.length) throw new Invalid(wrong)
      if (Object.keys(changes).length === 0) return
      await queries.updateUser(tx.db, actor.id, changes)
      await tx.emit('user.changed', fact(actor.id, actor.id))
      if (avatar?.type === 'gravatar') await tx.emit('user.gravatar_chosen', fact(actor.id, actor.id))
    }),
  )
  return null
}

const SITE = 'http://site.invalid'
/** The `avatar/….webp` part of an address of ours, however it is written. */
const uploadPath = (address: string, siteUrl: string) => {
  const path = siteUrl && address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  const url = URL.parse(path, SITE)
  return url?.origin === SITE ? /^\/uploads\/(.+)$/.exec(url.pathname)?.[1] : undefined
}

/** Changes the user name; the old one redirects from now on. @returns why not, if it can't. */
const takeUsername = async (tx: Tx, user: User, username: string, forAdmin: boolean): Promise<FieldError[]> => {
  if (!isUsername(username)) return [{ field: 'username', reason: 'field.bad_characters' }]
  if (isReserved(username, forAdmin)) return [{ field: 'username', reason: 'field.reserved' }]
  const holder = await queries.holderOfName(tx.db, username)
  if (holder !== undefined && holder !== user.id)
    return [{ field: 'username', reason: 'error.user.username_duplicate' }]
  await queries.deleteFormerName(tx.db, username)
  await queries.keepFormerName(tx.db, user.username, user.id, tx.now())
  return []
}

/** `default` and `Default` mean the site's own; what isn't sent stays. */
export const saveInterface = async (
  app: App,
  actor: Member,
  { language, color_scheme }: { language?: string; color_scheme?: string },
) => {
  const own = language && (/^default$/i.test(language) ? '' : language)
  if (own && !LANGUAGES.has(own)) throw new Invalid([{ field: 'language', reason: 'error.lang.not_found' }])
  const changes = {
    ...(own !== undefined && { language: own }),
    ...(color_scheme !== undefined && { color_scheme: color_scheme === 'default' ? '' : color_scheme }),
  }
  if (Object.keys(changes).length === 0) return null
  await app.transaction(async (tx) => {
    await queries.updateUser(tx.db, actor.id, changes)
    await tx.emit('user.changed', fact(actor.id, actor.id))
  })
  return null
}

/** This many accounts are written in one turn of the event loop. */
const IN_ONE_TURN = 50
const nextTurn = () => new Promise((resume) => setImmediate(resume))

/** Adds activated accounts, all or none; `taken` says how to tell of an address that somebody has. */
const addAll = async (app: App, drafts: NewUser[], taken: (index: number) => FieldError) => {
  if (!app.ownAccounts()) throw new BadRequest('error.user.user_center_only')
  // Known before thousands of passwords are hashed for nothing.
  const boxes = drafts.map(({ email }) => mailbox(email))
  const first = new Map(boxes.map((box, index) => [box, index] as const).toReversed())
  const doubles = boxes.flatMap((box, index) => (first.get(box) === index ? [] : [taken(index)]))
  if (doubles.length) throw new Invalid(doubles)
  const hashed: (NewUser & { password_hash: string })[] = []
  for (const draft of drafts)
    hashed.push({ ...draft, password_hash: await hashPassword(draft.password, { patient: drafts.length > 1 }) })
  await againIfTaken(() =>
    app.transaction(async (tx) => {
      const wrong: FieldError[] = []
      for (const [index, { display_name, email, password_hash }] of hashed.entries()) {
        // SQLite answers at once, so thousands would keep everybody waiting who only reads.
        if (index % IN_ONE_TURN === IN_ONE_TURN - 1) await nextTurn()
        if (await queries.findUserByEmail(tx.db, mailbox(email))) wrong.push(taken(index))
        else await createMember(tx, { display_name, e_mail: email, password_hash, activated: true })
      }
      if (wrong.length) throw new Invalid(wrong)
    }),
  )
  return null
}

export const addUser = async (app: App, draft: NewUser) => {
  const display_name = tidyName(draft.display_name)
  const wrong = wrongName('display_name', display_name)
  if (wrong.length) throw new Invalid(wrong)
  return addAll(app, [{ ...draft, display_name }], () => ({ field: 'email', reason: 'error.email.duplicate' }))
}

/** One account a line: name, e-mail, password, which may itself have commas. Every wrong line is named. */
export const addUsers = async (app: App, text: string, language: string) => {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, parts: line.split(',').map((part) => part.trim()) }))
    .filter(({ parts }) => parts.join('') !== '')
  if (lines.length > BULK_USERS.max)
    throw new Invalid([{ field: 'users', reason: 'field.too_many', values: { max: BULK_USERS.max } }])
  const bad = (line: number, { reason, values }: Pick<FieldError, 'reason' | 'values'>): FieldError => ({
    field: 'users',
    reason: 'field.bad_user_line',
    values: { line, message: translate(language, `reasons.${reason}`, values) },
  })
  const drafts = lines.map(({ parts: [name = '', email = '', ...rest] }) => ({
    display_name: tidyName(name),
    email,
    password: rest.join(','),
  }))
  const wrong = drafts.flatMap((draft, index) => {
    const { line, parts } = lines[index]!
    return parts.length < 3
      ? [{ field: 'users', reason: 'field.bad_line', values: { line } }]
      : wrongNewUser(draft).map((why) => bad(line, why))
  })
  if (wrong.length) throw new Invalid(wrong)
  return addAll(app, drafts, (index) => bad(lines[index]!.line, { reason: 'error.email.duplicate' }))
}

/** A user an admin may change, with the other admins locked, so that two can't remove each other. */
const lockForAdmin = async (tx: Tx, user_id: number, staysAdmin: boolean) => {
  const admins = await queries.lockAdmins(tx.db)
  const user = await queries.lockUser(tx.db, user_id)
  if (!user) throw new NotFound('error.user.not_found')
  if (user.role_id === ROLE.admin && !staysAdmin && !admins.some(({ id }) => id !== user.id))
    throw new BadRequest('error.user.last_admin')
  return user
}

export const setRole = async (app: App, actor: Member, { user_id, role_id }: { user_id: number; role_id: number }) => {
  if (!(Object.values(ROLE) as number[]).includes(role_id)) throw new BadRequest('error.role.not_found')
  if (user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_role')
  await app.transaction(async (tx) => {
    const user = await lockForAdmin(tx, user_id, role_id === ROLE.admin)
    if (user.status === USER_STATUS.deleted) throw new NotFound('error.user.not_found')
    if (user.role_id === role_id) return
    await queries.updateUser(tx.db, user_id, { role_id })
    await tx.emit('user.changed', fact(actor.id, user_id))
  })
  return null
}

/** The users an admin changes, as they are; deleted ones can only be restored by their status. */
const lockPresent = async (tx: Tx, user_id: number) => {
  const user = await queries.lockUser(tx.db, user_id)
  if (!user || user.status === USER_STATUS.deleted) throw new NotFound('error.user.not_found')
  return user
}

/** One's own takes the old password (settings): a page left open must not be enough to keep an account. */
const refuseOwnLogin = (actor: Member, user_id: number) => {
  if (user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_login')
}

export const setPassword = async (
  app: App,
  actor: Member,
  { user_id, password }: { user_id: number; password: string },
) => {
  refuseOwnLogin(actor, user_id)
  const password_hash = await hashPassword(password)
  await app.transaction(async (tx) => {
    const user = await lockPresent(tx, user_id)
    if (!app.ownAccounts() && user.role_id !== ROLE.admin) throw new BadRequest('error.user.user_center_only')
    await queries.updateUser(tx.db, user.id, { password_hash })
    await tx.emit('user.login_changed', fact(actor.id, user.id))
  })
  return null
}

/** Names and address of somebody's account, whatever members may change themselves. */
export const editUser = async (
  app: App,
  actor: Member,
  { user_id, ...sent }: { user_id: number; display_name: string; username?: string; email: string },
) => {
  const display_name = tidyName(sent.display_name)
  const e_mail = mailbox(sent.email)
  await againIfTaken(() =>
    app.transaction(async (tx) => {
      const user = await lockPresent(tx, user_id)
      const username = sent.username === undefined || sent.username === user.username ? undefined : sent.username
      const wrong: FieldError[] = wrongName('display_name', display_name)
      const moves = e_mail !== user.e_mail
      if (moves && !isMailable(e_mail)) wrong.push({ field: 'email', reason: 'field.bad_email' })
      const holder = await queries.findUserByEmail(tx.db, e_mail)
      if (holder && holder.id !== user.id) wrong.push({ field: 'email', reason: 'error.email.duplicate' })
      if (username !== undefined) wrong.push(...(await takeUsername(tx, user, username, true)))
      if (wrong.length) throw new Invalid(wrong)
      if (moves) refuseOwnLogin(actor, user.id)
      if (!moves && username === undefined && display_name === user.display_name) return
      await queries.updateUser(tx.db, user.id, { display_name, e_mail, ...(username !== undefined && { username }) })
      await tx.emit('user.changed', fact(actor.id, user.id))
      if (moves) await tx.emit('user.login_changed', fact(actor.id, user.id))
    }),
  )
  return null
}

export interface NewStatus {
  user_id: number
  status: UserStatus
  suspend_duration: (typeof SUSPENSIONS)[number]
  remove_all_content: boolean
  note: string
}

/** How an account stands that isn't suspended, or no longer. */
export const NO_SUSPENSION = { suspended_at: 0, suspended_until: 0, suspension_note: '' }
const statusChanges = (
  { status, suspend_duration, note }: Pick<NewStatus, 'status' | 'suspend_duration' | 'note'>,
  now: number,
): UserChanges => {
  switch (status) {
    case 'normal':
      return { status: USER_STATUS.normal, mail_status: MAIL_STATUS.activated, deleted_at: 0, ...NO_SUSPENSION }
    case 'inactive':
      return { status: USER_STATUS.normal, mail_status: MAIL_STATUS.waiting, deleted_at: 0, ...NO_SUSPENSION }
    case 'suspended':
      return {
        status: USER_STATUS.suspended,
        deleted_at: 0,
        suspended_at: now,
        suspended_until: suspensionEnd(now, suspend_duration),
        suspension_note: note.trim(),
      }
    case 'deleted':
      return { status: USER_STATUS.deleted, deleted_at: now, ...NO_SUSPENSION }
  }
}

/** Suspends, deletes, deactivates or restores an account. */
export const setStatus = async (app: App, actor: Member, wish: NewStatus) => {
  if (wish.user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_status')
  await app.transaction(async (tx) => {
    const user = await lockForAdmin(tx, wish.user_id, wish.status === 'normal')
    if (isErased(user)) throw new NotFound('error.user.not_found')
    const changes = statusChanges(wish, tx.now())
    await queries.updateUser(tx.db, user.id, changes)
    const [before, after] = [standingOf(user), standingOf({ ...user, ...changes })]
    if (after === USER_STATUS.normal && user.mail_status !== MAIL_STATUS.activated)
      await tx.emit('user.activated', fact(actor.id, user.id))
    await tx.emit('user.status_changed', {
      ...fact(actor.id, user.id),
      before,
      after,
      ...(after === USER_STATUS.deleted && { remove_all_content: wish.remove_all_content }),
    })
  })
  return null
}

const ERASED_AT_ONCE = 100

/** Where nobody was quicker, or has brought them back. */
export const eraseDeletedUser = async (tx: Tx, actor_id: number, id: number) => {
  if (await queries.eraseUser(tx.db, id)) await tx.emit('user.erased', fact(actor_id, id))
}

/** Of accounts deleted until then nothing stays but a number beside what they wrote; nothing brings them back. */
export const eraseDeletedUsers = async (app: App, until: number) => {
  for (let after = 0; ;) {
    const ids = await queries.listErasable(app.db, { until, after, limit: ERASED_AT_ONCE })
    for (const id of ids) await app.transaction((tx) => eraseDeletedUser(tx, 0, id))
    if (ids.length < ERASED_AT_ONCE) return
    after = ids.at(-1)!
  }
}
