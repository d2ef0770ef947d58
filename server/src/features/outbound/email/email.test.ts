import { readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { channelChoices, muteTopic } from '@askwell/contract/channels.ts'
import * as accounts from '@askwell/contract/accounts.ts'
import { saveSmtpSettings } from '@askwell/contract/administration.ts'
import { followTags } from '@askwell/contract/tags.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { invite } from '@askwell/contract/invitations.ts'
import { NEW_QUESTION_MAILS } from '@askwell/contract/limits.ts'
import {
  mailChoices,
  type MailSource,
  saveMailChoices,
  sendUnsentMails,
  unsentMails,
  unsubscribe,
} from '@askwell/contract/emails.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { saveGeneralSettings } from '@askwell/contract/site-settings.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { saveInterface } from '@askwell/contract/users.ts'
import { writeComment } from '@askwell/contract/comments.ts'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { type CallFailed, engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { NEVER } from '../../../lib/clock.ts'
import { findTagBySlug } from '../../content/tags/queries.ts'
import { eraseDeletedUser } from '../../users/users/service.ts'
import { sendEmail, writeOfQuestion } from './effects.ts'
import { leaveCode } from './views.ts'

const mailbox = (w: World) => {
  const outbox = join(w.folder, 'outbox')
  const all = async () => {
    await w.settle()
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
  }
  return {
    all,
    to: async (person: TestUser) =>
      (await all()).filter(({ to }) => to?.[0]?.address === `${person.username}@example.com`),
    empty: () => rm(outbox, { recursive: true, force: true }),
  }
}
const header = (email: Email, name: string) => email.headers.find(({ key }) => key === name)?.value
const wish = (source: MailSource, enable: boolean) => ({ [source]: { key: 'email' as const, enable } })

describe.each(engines)('e-mails (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let box: ReturnType<typeof mailbox>
  let asker: TestUser
  let other: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    box = mailbox(w)
  })
  beforeEach(async () => {
    await w.settle()
    await box.empty()
    ;[asker, other] = [await w.given.member({ rank: 1000 }), await w.given.member({ rank: 1000 })]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  test('an answer is mailed to who asked, with its beginning, the way there, and the way out', async () => {
    const question = await t.ask(asker, 'Where do herons sleep?')
    const answer = await t.answer(other, question, `In trees, **mostly**. ${'And so on. '.repeat(60)}`)
    const [email, ...more] = await box.to(asker)
    expect(more).toEqual([])
    expect(email!.subject).toBe(`${other.username} has answered: Where do herons sleep?`)
    for (const text of [email!.text!, email!.html!]) {
      expect(text).toContain('In trees, mostly.')
      expect(text).toContain(`http://world.example/questions/${question}/${answer}`)
      expect(text).toContain('http://world.example/users/unsubscribe?code=')
    }
    expect(/In trees[^\n<]*/.exec(email!.text!)![0].length).toBeLessThanOrEqual(240)
    expect(header(email!, 'list-unsubscribe')).toMatch(/^<http:\/\/world\.example\/users\/unsubscribe\?code=[\w.-]+>$/)
    expect(header(email!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header(email!, 'auto-submitted')).toBe('auto-generated')
    expect(await box.to(other)).toEqual([])
  })

  test('a comment is mailed to whose post it is on, a reply to whom it is for, each once; a mention to nobody', async () => {
    const mentioned = await w.given.member()
    const question = await t.ask(asker)
    const first = await t.comment(other, question, {
      original_text: `Have you looked, @${mentioned.username}?`,
      mention_username_list: [mentioned.username],
    })
    expect((await box.to(asker)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`${other.username} has commented: `),
    ])
    expect(await box.to(mentioned)).toEqual([])
    await box.empty()
    await w
      .as(asker)
      .call(writeComment, { body: { object_id: question, original_text: 'I have.', reply_comment_id: first } })
    const [reply] = await box.to(other)
    expect(reply!.subject).toContain(`${asker.username} has replied to you: `)
    expect(reply!.text).toContain(`?comments=${question}#comment-`)
    expect(await box.to(asker)).toEqual([])
  })

  test('an invitation is mailed to who was invited', async () => {
    const question = await t.ask(asker)
    await w.as(asker).call(invite, { body: { id: question, invite_user: [other.username] } })
    const [email] = await box.to(other)
    expect(email!.subject).toContain(`${asker.username} would like your answer: `)
    expect(email!.html).toContain(`http://world.example/questions/${question}"`)
  })

  test('a new question is mailed to who wants to know of all, or of its tags, and not to its author', async () => {
    const [all, byTag, neither] = [await w.given.member(), await w.given.member(), await w.given.member()]
    for (const person of [all, asker])
      await w.as(person).call(saveMailChoices, { body: wish('all_new_question', true) })
    await w.as(byTag).call(saveMailChoices, { body: wish('all_new_question_for_following_tags', true) })
    await w.as(neither).call(saveMailChoices, { body: wish('all_new_question_for_following_tags', true) })
    await w.as(byTag).call(followTags, { body: { slug_name_list: ['support'] } })
    const question = await t.ask(asker, 'A new question for everybody?')
    await w.settle()
    for (const person of [all, byTag]) {
      const [email, ...more] = await box.to(person)
      expect(more).toEqual([])
      expect(email).toMatchObject({ subject: 'New question: A new question for everybody?' })
      expect(email!.text).toContain('Tags: support')
    }
    for (const person of [asker, neither]) expect(await box.to(person)).toEqual([])
    const fact = {
      actor_id: asker.id,
      object_type: 'question' as const,
      object_id: numberOf('question', question),
      question_id: numberOf('question', question),
      kind: 'question' as const,
      tag_ids: [],
    }
    await writeOfQuestion(w.app, fact)
    expect([await box.to(all), await box.to(byTag)].flat()).toHaveLength(2)
    for (const person of [all, asker, byTag])
      await w.as(person).call(saveMailChoices, {
        body: { ...wish('all_new_question', false), ...wish('all_new_question_for_following_tags', false) },
      })
  })

  test('a new question is not mailed to who has muted one of its tags', async () => {
    const [all, byTag] = [await w.given.member(), await w.given.member()]
    await w.as(all).call(saveMailChoices, { body: wish('all_new_question', true) })
    await w.as(byTag).call(saveMailChoices, { body: wish('all_new_question_for_following_tags', true) })
    await w.as(byTag).call(followTags, { body: { slug_name_list: ['support'] } })
    const tag = objectId('tag', (await findTagBySlug(w.app.db, 'support'))!.id)
    for (const person of [all, byTag]) await w.as(person).call(muteTopic, { body: { object_id: tag } })
    await t.ask(asker)
    for (const person of [all, byTag]) expect(await box.to(person)).toEqual([])
    await w.as(all).call(muteTopic, { body: { object_id: tag, mute: false } })
    await t.ask(asker)
    expect([(await box.to(all)).length, (await box.to(byTag)).length]).toEqual([1, 0])
    await w.as(all).call(saveMailChoices, { body: wish('all_new_question', false) })
  })

  test(`of all new questions ${NEW_QUESTION_MAILS.mails} are mailed to one person in ${NEW_QUESTION_MAILS.days} days`, async () => {
    const all = await w.given.member()
    await w.as(all).call(saveMailChoices, { body: wish('all_new_question', true) })
    for (let n = 0; n < NEW_QUESTION_MAILS.mails + 2; n++) await t.ask(asker)
    expect(await box.to(all)).toHaveLength(NEW_QUESTION_MAILS.mails)
    w.clock.advance(NEW_QUESTION_MAILS.days * 86_400)
    await t.ask(asker)
    expect(await box.to(all)).toHaveLength(NEW_QUESTION_MAILS.mails + 1)
    await w.as(all).call(saveMailChoices, { body: wish('all_new_question', false) })
  })

  test('nobody is mailed of what was deleted meanwhile, nor the suspended, the deactivated or the deleted', async () => {
    const question = await t.ask(asker)
    await t.answer(other, question)
    await w.as(await w.given.admin()).call(deleteQuestion, { body: { id: question } })
    expect(await box.to(asker)).toEqual([])
    const second = await t.ask(asker)
    await t.answer(other, second)
    await w.as(await w.given.admin()).call(setUserStatus, { body: { user_id: String(asker.id), status: 'suspended' } })
    expect(await box.to(asker)).toEqual([])
  })

  test("an e-mail is in its recipient's language", async () => {
    await w.as(asker).call(saveInterface, { body: { language: 'de_DE', color_scheme: 'default' } })
    await t.answer(other, await t.ask(asker, 'Wo schlafen Reiher?'))
    const [email] = await box.to(asker)
    expect(email!.subject).toBe(`${other.username} hat geantwortet: Wo schlafen Reiher?`)
    expect(email!.html).toContain('lang="de-DE"')
    expect(email!.text).toContain(`Hallo ${asker.username},`)
  })

  test('what people write is text in an e-mail, and never a header', async () => {
    await w.as(await w.given.admin()).call(saveGeneralSettings, { body: { name: 'World "><img src=x>' } })
    await t.answer(
      other,
      await t.ask(asker, 'Is <a href="http://evil.example">this</a> a link? "><script>alert(1)</script>'),
      'See <img src="http://evil.example/x.png"> ![](http://evil.example/y.png) there.',
    )
    const [email] = await box.to(asker)
    await w.as(await w.given.admin()).call(saveGeneralSettings, { body: { name: 'World' } })
    expect(email!.html).not.toMatch(/<script|<img|href="http:\/\/evil/)
    expect(email!.html).toContain('&lt;a href=&quot;http://evil.example&quot;&gt;')
    expect(email!.headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
  })

  describe('what members are e-mailed', () => {
    test('is at first what concerns oneself, and is changed one by one', async () => {
      expect(await w.as(asker).call(mailChoices)).toEqual({
        inbox: { key: 'email', enable: true },
        all_new_question: { key: 'email', enable: false },
        all_new_question_for_following_tags: { key: 'email', enable: false },
      })
      await w.as(asker).call(saveMailChoices, { body: wish('inbox', false) })
      expect(await w.as(asker).call(mailChoices)).toMatchObject({
        ...wish('inbox', false),
        ...wish('all_new_question', false),
      })
      await t.answer(other, await t.ask(asker))
      expect(await box.to(asker)).toEqual([])
    })

    test('ends with the link in an e-mail, as often as it is used; it does nothing else', async () => {
      await w.as(asker).call(saveMailChoices, {
        body: { ...wish('all_new_question', true), ...wish('all_new_question_for_following_tags', true) },
      })
      await t.answer(other, await t.ask(asker))
      const code = /code=([\w.-]+)/.exec(header((await box.to(asker))[0]!, 'list-unsubscribe')!)![1]!
      for (let again = 0; again < 2; again++) expect(await w.nobody.call(unsubscribe, { body: { code } })).toBe(null)
      expect(await w.as(asker).call(channelChoices)).toMatchObject({ mail: ['comments', 'invites'] })
      expect(await w.as(asker).call(mailChoices)).toMatchObject({
        ...wish('inbox', true),
        ...wish('all_new_question', true),
      })
      await w.nobody.call(unsubscribe, { body: { code: leaveCode(w.app.secret, asker.id, 'inbox') } })
      expect(await w.as(asker).call(mailChoices)).toMatchObject(wish('inbox', false))
      await w.nobody.call(unsubscribe, { body: { code: leaveCode(w.app.secret, asker.id, 'new_questions') } })
      expect(await w.as(asker).call(mailChoices)).toMatchObject({
        ...wish('all_new_question', false),
        ...wish('all_new_question_for_following_tags', false),
      })
      w.clock.advance(10 * 365 * 86_400)
      expect(await w.nobody.call(unsubscribe, { body: { code } })).toBe(null)
      for (const call of [accounts.verifyEmail, accounts.changeEmail])
        await expect(w.nobody.call(call, { body: { code } })).rejects.toMatchObject({ status: 403 })
    })

    test.each(['wrong-code', 'MSBpbmJveA.AAAA', '.', ''])('a made-up link does nothing: %j', async (code) => {
      const refused = (await w.nobody
        .call(unsubscribe, { body: { code } })
        .catch((error: CallFailed) => error)) as CallFailed
      expect(refused.status).toBe(code ? 403 : 400)
      if (code)
        expect(refused).toMatchObject({ reason: 'error.email.verify_url_expired', data: { type: 'url_expired' } })
    })
  })

  describe('when the mail server is away', () => {
    const listening = async (server: SMTPServer, port = 0) => {
      await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
      return (server.server.address() as AddressInfo).port
    }
    const got: Email[] = []
    const willing = () =>
      new SMTPServer({
        logger: false,
        authOptional: true,
        hideSTARTTLS: true,
        onData: (stream, _session, done) => {
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          const keep = async () => {
            got.push(await PostalMime.parse(Buffer.concat(parts)))
            done()
          }
          stream.on('end', () => void keep())
        },
      })

    test('any number of e-mails is tried again at once', async () => {
      const admin = await w.given.admin()
      const [count, piece] = [33_000, 3000]
      for (let from = 0; from < count; from += piece)
        await w.app.transaction((tx) =>
          tx.db
            .insertInto('jobs')
            .values(
              Array.from({ length: piece }, (_, at) => ({
                effect: 'email.requested/sendEmail',
                event_id: 0,
                payload: JSON.stringify({ object_id: 0, nth: from + at }),
                run_at: NEVER,
                attempts: 20,
                locked_until: 0,
                last_error: 'no mail server',
              })),
            )
            .execute(),
        )
      await w.app.jobs.stop()
      await w.as(admin).call(sendUnsentMails)
      expect((await w.as(admin).call(unsentMails)).count).toBe(0)
      await w.app.transaction((tx) =>
        tx.db.deleteFrom('jobs').where('event_id', '=', 0).where('effect', '=', 'email.requested/sendEmail').execute(),
      )
    })

    test('e-mails wait and are tried again; the admin sees which, and why, and may have them tried at once; each arrives once', async () => {
      const admin = await w.given.admin()
      const port = await listening(willing()) // found free, and closed again below
      const server = willing()
      await w.as(admin).call(saveSmtpSettings, {
        body: { smtp_host: '127.0.0.1', smtp_port: 1, encryption: '', smtp_authentication: false },
      })
      await t.answer(other, await t.ask(asker, 'Who brings the mail?'))
      await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail: `${asker.username}@example.com` } })
      const faultsBefore = w.faults.length
      await w.settle()
      const { count, list } = await w.as(admin).call(unsentMails)
      expect(count).toBe(2)
      expect(list).toMatchObject([
        {
          kind: 'new_answer',
          user_id: String(asker.id),
          attempts: 1,
          next_try_at: w.clock.now() + 10,
          error: expect.stringContaining('ECONNREFUSED'),
        },
        { kind: 'reset', user_id: String(asker.id), attempts: 1 },
      ])
      expect(JSON.stringify(list)).not.toContain('@example.com')
      expect(got).toEqual([])
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_port: port } })
      await w.as(admin).call(sendUnsentMails)
      await w.settle()
      expect(await w.as(admin).call(unsentMails)).toEqual({ count: 0, list: [] })
      expect(got.map(({ subject = '' }) => subject).sort()).toEqual([
        'A new password for World',
        `${other.username} has answered: Who brings the mail?`,
      ])
      expect(w.faults.splice(faultsBefore)).toHaveLength(2)
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_host: '' } })
      server.close(() => {})
    })
  })

  test('of an erased account no address is left, and no e-mail is sent to it', async () => {
    const { e_mail } = await w.nobody.call(accounts.registerByEmail, {
      body: { name: `Leaving ${engine}`, e_mail: `leaving-${engine}@example.com`, pass: 'first-password' },
    })
    await w.settle()
    const { id } = await w.app.db
      .selectFrom('users')
      .select('id')
      .where('e_mail', '=', e_mail)
      .executeTakeFirstOrThrow()
    await w.as(await w.given.admin()).call(setUserStatus, { body: { user_id: String(id), status: 'deleted' } })
    await w.app.transaction((tx) => eraseDeletedUser(tx, 0, id))
    await sendEmail(w.app, {
      actor_id: 0,
      object_type: 'user',
      object_id: id,
      question_id: 0,
      kind: 'password_changed',
      post_id: 0,
      comment_id: 0,
    })
    const kept = JSON.stringify([
      await w.app.db.selectFrom('events').select('payload').execute(),
      await w.app.db.selectFrom('jobs').select('payload').execute(),
      await w.app.db.selectFrom('users').selectAll().execute(),
    ])
    expect(kept).not.toContain(e_mail)
  })
})
