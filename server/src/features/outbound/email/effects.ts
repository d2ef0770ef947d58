import { CODE_SECONDS } from '@askwell/contract/limits.ts'
import type { App, Effect, LaterEffect, Events, EmailKind, Tx } from '../../../events/events.ts'
import { newTypedCode } from '../../../lib/one-time.ts'
import { hashToken } from '../../../lib/tokens.ts'
import {
  typedCodeEmail,
  codeEmail,
  isWarning,
  digestEmail,
  newsEmail,
  notificationEmail,
  type EmailNews,
  warningEmail,
} from './views.ts'
import { findChoices as findChannelChoices, listChoices, listMuting } from '../channels/queries.ts'
import { whenTold } from '../channels/when-told.ts'
import { digestSections } from '../digests/views.ts'
import { unreadNotification } from '../notifications/inbox/views.ts'
import type { ChannelEvent } from '@askwell/contract/channels.ts'
import { settingsIn, siteSettings, loginInForce } from '../../operations/settings/views.ts'
import { tidyTyped } from '../../users/connectors/policy.ts'
import { findProfileToMail, storeCode } from '../../users/connectors/queries.ts'
import { DAY } from '../../../lib/clock.ts'
import { MAIL_STATUS, USER_STATUS, type Actor } from '../../../lib/actor.ts'
import { findUser, type User } from '../../users/users/queries.ts'
import { canUsePassword } from '../../users/accounts/policy.ts'
import { hasWayIn, makeCode } from '../../users/accounts/service.ts'
import { findComment } from '../../content/comments/queries.ts'
import { findPost } from '../../content/posts/queries.ts'
import { userCards } from '../../users/users/views.ts'
import { isReachable, mailedByComment } from './policy.ts'
import * as queries from './queries.ts'
import { deleteOutcomesOf } from './sent/queries.ts'
import { sendEmail as send } from './sent/outcomes.ts'
import { workers } from '../../../workers/pool.ts'

/** One e-mail to one member, so that a failed one is tried again without the others. */
const requestEmail = (
  tx: Tx,
  user_id: number,
  about: Pick<Events['email.requested'], 'actor_id' | 'question_id' | 'post_id' | 'comment_id'> & { kind: EmailKind },
  due?: number,
) => tx.emit('email.requested', { object_type: 'user', object_id: user_id, ...about }, due)

/** When a user is to be mailed of this; null where they don't want to be, or have muted the question. */
const whenMailed = async (tx: Tx, user_id: number, event: ChannelEvent, question_id: number) => {
  if (user_id === 0 || !(await queries.findChoices(tx.db, user_id)).inbox) return null
  const chosen = (await listChoices(tx.db, [user_id])).get(user_id)
  if ((await listMuting(tx.db, [user_id], question_id)).length) return null
  if (!chosen) return tx.now()
  return whenTold(chosen, 'mail', event, tx.now(), (await settingsIn(tx.db)).interface.time_zone || 'UTC')
}

const writeToAsker = async (tx: Tx, author_id: number, answer_id: number, question_id: number) => {
  const asker = (await findPost(tx.db, question_id))?.user_id ?? 0
  const due = asker === author_id ? null : await whenMailed(tx, asker, 'answers', question_id)
  if (due === null) return
  const about = { actor_id: author_id, question_id, post_id: answer_id, comment_id: 0, kind: 'new_answer' } as const
  await requestEmail(tx, asker, about, due)
}
export const writeOfAnswer: Effect<'answer.given'> = (tx, { actor_id, object_id, question_id }) =>
  writeToAsker(tx, actor_id, object_id, question_id)
/** The actor of the event approved the answer; its author wrote it. */
export const writeOfApprovedAnswer: Effect<'answer.approved'> = (tx, { author_id, object_id, question_id }) =>
  writeToAsker(tx, author_id, object_id, question_id)

export const writeOfComment: Effect<'comment.added'> = async (
  tx,
  { actor_id, object_id, question_id, post_id, reply_comment_id },
) => {
  const post = (await findPost(tx.db, post_id))!
  const replied = reply_comment_id ? await findComment(tx.db, reply_comment_id) : undefined
  const about = { actor_id, question_id, post_id, comment_id: object_id, kind: 'new_comment' } as const
  for (const id of mailedByComment({ actor_id, post, replied_to: replied?.user_id ?? 0 })) {
    const due = await whenMailed(tx, id, 'comments', question_id)
    if (due !== null) await requestEmail(tx, id, about, due)
  }
}

export const writeToInvited: Effect<'question.invited'> = async (tx, { actor_id, question_id, invited_ids }) => {
  const about = { actor_id, question_id, post_id: question_id, comment_id: 0, kind: 'invitation' } as const
  for (const id of invited_ids) {
    const due = await whenMailed(tx, id, 'invites', question_id)
    if (due !== null) await requestEmail(tx, id, about, due)
  }
}

const AT_ONCE = 200
const listWanting = async (app: App, question_id: number, author_id: number, after: number) =>
  queries.listWhoWantsQuestion(app.db, { question_id, author_id, now: app.clock.now(), after }, AT_ONCE)

/** Each recipient is recorded with the request for their e-mail, so that nobody gets a second one when this runs again. */
export const writeOfQuestion: LaterEffect<'question.asked' | 'question.approved'> = async (app, { question_id }) => {
  const shown = await queries.findShownPost(app.db, null, question_id)
  if (!shown || shown.show !== 1) return
  for (let after = 0; ;) {
    const wanting = await listWanting(app, question_id, shown.user_id, after)
    if (wanting.length === 0) return
    await app.transaction(async (tx) => {
      const muting = new Set(
        await listMuting(
          tx.db,
          wanting.map((one) => one.user_id),
          question_id,
        ),
      )
      for (const id of await queries.insertQuestionEmails(
        tx.db,
        wanting.filter((one) => !muting.has(one.user_id)).map((one) => ({ ...one, question_id, created_at: tx.now() })),
      ))
        await requestEmail(tx, id, {
          actor_id: shown.user_id,
          question_id,
          post_id: question_id,
          comment_id: 0,
          kind: 'new_question',
        })
    })
    after = wanting.at(-1)!.user_id
  }
}

/** As it is when the e-mail is sent: what has been hidden meanwhile isn't sent. */
const told = async (
  app: App,
  reader: Actor,
  { kind, post_id, comment_id, actor_id, question_id }: Events['email.requested'],
): Promise<EmailNews | undefined> => {
  const by = async (id: number) => (await userCards(app.db, [id])).get(id)!.display_name
  if (kind === 'new_comment') {
    const shown = await queries.findShownComment(app.db, reader, comment_id)
    const kind = shown?.reply_user_id === reader.id ? 'new_reply' : 'new_comment'
    return (
      shown && {
        kind,
        shown: { ...shown, plain_text: await workers().run('plain', shown.parsed_text, { patient: true }) },
        answer_id: shown.kind === 'answer' ? shown.post_id : 0,
        comment_id,
        by: await by(shown.user_id),
        tags: [],
      }
    )
  }
  if (kind !== 'new_answer' && kind !== 'invitation' && kind !== 'new_question') return undefined
  const shown = await queries.findShownPost(app.db, reader, post_id)
  if (!shown || (kind === 'new_question' && shown.show !== 1)) return undefined
  return {
    kind,
    shown: {
      ...shown,
      plain_text: shown.plain_text ?? (await workers().run('plain', shown.parsed_text, { patient: true })),
    },
    answer_id: shown.kind === 'answer' ? post_id : 0,
    comment_id: 0,
    by: await by(kind === 'invitation' ? actor_id : shown.user_id),
    tags: kind === 'new_question' ? await queries.listTagNames(app.db, question_id) : [],
  }
}

const isWanted = async (app: App, user: User, kind: EmailKind) => {
  const choices = await queries.findChoices(app.db, user.id)
  return kind === 'new_question'
    ? choices.all_new_question || choices.all_new_question_for_following_tags
    : choices.inbox
}

/** What an e-mail tells besides news of posts: one notification, or a digest; nothing where there is nothing to say. */
const toldOtherwise = async (app: App, reader: User & { language: string }, fact: Events['email.requested']) => {
  const { general, interface: site, seo } = await siteSettings(app)
  const chosen = await findChannelChoices(app.db, reader.id)
  if (fact.kind === 'digest') {
    const since = fact.since ?? 0
    const place = { site_url: general.site_url, permalink: seo.permalink }
    const sections = await digestSections(app.db, reader, since, place, reader.language)
    const timeZone = chosen.time_zone || site.time_zone || 'UTC'
    const day = new Intl.DateTimeFormat(reader.language.replace('_', '-'), { dateStyle: 'long', timeZone })
    return sections.length && digestEmail(general, app.secret, { ...reader, since: day.format(since * 1000) }, sections)
  }
  const told = await unreadNotification(app.db, reader, fact.notification_id ?? 0, reader.language)
  return told && notificationEmail(general, seo.permalink, app.secret, reader, told)
}

/** Sends one e-mail, if it is still wanted and there is still something to say. */
export const sendEmail: LaterEffect<'email.requested'> = async (app, fact) => {
  const user = await findUser(app.db, fact.object_id)
  const settings = await siteSettings(app)
  const { general, interface: site, seo } = settings
  if (!user || (!fact.e_mail && !isReachable(user))) return
  const language = user.language || site.language
  const about = { user_id: user.id, kind: fact.kind }
  if (isWarning(fact.kind)) {
    const warning = warningEmail(general, fact.kind, user.display_name, language)
    await send(app, about, { to: fact.e_mail ?? user.e_mail!, ...warning })
    return
  }
  if (fact.kind === 'digest' || fact.kind === 'notification') {
    const letter = await toldOtherwise(app, { ...user, language }, fact)
    if (letter) await send(app, about, { to: user.e_mail!, ...letter })
    return
  }
  if (!(await isWanted(app, user, fact.kind))) return
  const news = await told(app, user, fact)
  if (news) {
    const email = newsEmail(general, seo.permalink, app.secret, { ...user, language }, news)
    await send(app, about, { to: user.e_mail!, ...email })
  }
}

/** Long after a week nobody counts them any more. */
const RETENTION_DAYS = 30
export const deleteOldQuestionEmails = (app: App) =>
  app.transaction((tx) => queries.deleteQuestionEmailsBefore(tx.db, tx.now() - RETENTION_DAYS * DAY))

export { deleteOldOutcomes } from './sent/outcomes.ts'

export const deleteChoicesOfUser: Effect<'user.erased'> = async (tx, { object_id }) => {
  await queries.deleteChoicesOf(tx.db, object_id)
  await deleteOutcomesOf(tx.db, object_id)
}

export const deleteQuestionEmails: Effect<'post.erased'> = async (tx, { kind, question_id }) => {
  if (kind === 'question') await queries.deleteQuestionEmailsAbout(tx.db, question_id)
}

/** Makes the code and mails it. Run twice, only the code in the last e-mail works. */
export const mailCode: LaterEffect<'code.requested'> = async (app, { object_id, purpose, e_mail, language, from }) => {
  const user = await findUser(app.db, object_id)
  if (!user || !e_mail || user.status === USER_STATUS.deleted) return
  if (purpose === 'activation' && user.mail_status === MAIL_STATUS.activated) return
  const [{ general, interface: site }, login] = await Promise.all([siteSettings(app), loginInForce(app)])
  // The page says the same as always; an e-mail that would lead nowhere isn't sent.
  if (purpose === 'reset' && !canUsePassword(login, user)) return
  if (purpose === 'activation' && !(await hasWayIn(app.db, login, user))) return
  const code = await app.transaction((tx) => makeCode(tx, user.id, e_mail, purpose))
  const email = codeEmail(general, { purpose, code, from }, user.display_name, language || site.language)
  await send(app, { user_id: user.id, kind: purpose }, { to: e_mail, ...email })
}

/** Makes the code and mails it. Run twice, only the code in the last e-mail works. */
export const mailBindingCode: LaterEffect<'binding.requested'> = async (app, { key_hash, language }) => {
  const profile = await findProfileToMail(app.db, key_hash, app.clock.now())
  if (!profile?.code_e_mail) return
  const { general, interface: site } = await siteSettings(app)
  const code = newTypedCode()
  await app.transaction((tx) => storeCode(tx.db, key_hash, hashToken(tidyTyped(code)), tx.now() + CODE_SECONDS))
  const words = { code, service: profile.service, known_as: profile.known_as, language: language || site.language }
  const about = { user_id: 0, kind: 'binding' }
  await send(app, about, { to: profile.code_e_mail, ...typedCodeEmail(general, words) })
}
