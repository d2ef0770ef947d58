import { AsyncLocalStorage } from 'node:async_hooks'
import { changeEmail, registerByEmail, replacePassword, verifyEmail } from '@askwell/contract/accounts.ts'
import { privilegeSettings, savePrivilegeSettings } from '@askwell/contract/administration.ts'
import { acceptAnswer, deleteAnswer, editAnswer, recoverAnswer, writeAnswer } from '@askwell/contract/answers.ts'
import { switchCollection } from '@askwell/contract/collections.ts'
import { deleteComment, editComment, writeComment } from '@askwell/contract/comments.ts'
import { follow } from '@askwell/contract/follows.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { invite } from '@askwell/contract/invitations.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { UNDO_SECONDS } from '@askwell/contract/limits.ts'
import { CUSTOM_LEVEL, type Level, rankKey } from '@askwell/contract/privileges.ts'
import { askQuestion, closeQuestion, deleteQuestion, editQuestion, operateQuestion, questionInfo, recoverQuestion } from '@askwell/contract/questions.ts'
import { react, reactions } from '@askwell/contract/reactions.ts'
import { decideFlag, decideQueued, flaggedPosts, flagPost, holdDecisions, queuedPosts } from '@askwell/contract/reviews.ts'
import { auditRevision, suggestions } from '@askwell/contract/revisions.ts'
import { createTag, deleteTag, mergeTags, tag } from '@askwell/contract/tags.ts'
import { setUserRole, setUserStatus } from '@askwell/contract/user-administration.ts'
import { saveProfile } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updatePost } from '../../src/features/posts/queries.ts'
import { makeCode } from '../../src/features/accounts/service.ts'
import { carryOutDue } from '../../src/features/reviews/service.ts'
import { findFaults } from '../../src/features/upkeep/service.ts'
import { threads } from '../threads.ts'
import { CallRefused, engines, type Person, type World, world } from '../world.ts'

/** How often each race is run; `npm run races` runs each a hundred times. */
const REPETITIONS = Number(process.env.ASKWELL_TEST_RACES ?? 3)
const AT_ONCE = 12
/** Where each has a password to hash. */
const FEW = 5

interface Arena { w: World; t: ReturnType<typeof threads>; member: () => Promise<Person>; some: (count: number) => Promise<Person[]> }

const times = <T>(count: number, call: (n: number) => Promise<T>) => Promise.allSettled(Array.from({ length: count }, (_, n) => call(n)))
const reasonOf = (error: unknown) => ((error as Partial<CallRefused>).reason ?? String(error))
/** How many came through, and why the others didn't. */
const outcome = (settled: PromiseSettledResult<unknown>[]) => ({
  done: settled.filter(({ status }) => status === 'fulfilled').length,
  refused: [...new Set(settled.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : [])))],
})
const all = (count: number) => ({ done: count, refused: [] })
const post = ({ w }: Arena, id: string, kind: 'question' | 'answer' = 'question') => w.app.db.selectFrom('posts').selectAll().where('id', '=', numberOf(kind, id)).executeTakeFirstOrThrow()
const user = ({ w }: Arena, { id }: Person) => w.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const notices = async ({ w }: Arena, { id }: Person, action: string) => (await w.app.db.selectFrom('notifications').select('id').where('user_id', '=', id).where('action', '=', action).execute()).length
let count = 0
const draft = () => ({ title: `Which of them is number ${++count}?`, content: `The text of number ${count}.`, tags: [{ slug_name: 'support' }] })

/** Tags that nobody has used. */
const tagsOf = async ({ w }: Arena, maker: Person, number: number) => {
  const made = []
  for (let n = 0; n < number; n++) {
    const { slug_name } = await w.as(maker).call(createTag, { body: { slug_name: `raced-${++count}`, display_name: `raced ${count}`, original_text: 'A tag.' } })
    made.push({ slug_name, tag_id: (await w.as(maker).call(tag, { query: { name: slug_name } })).tag_id })
  }
  return made
}
const standing = ({ w }: Arena, tags: { slug_name: string }[]) =>
  w.app.db.selectFrom('tags').select(['slug_name', 'status', 'main_tag_id', 'question_count']).where('slug_name', 'in', tags.map(({ slug_name }) => slug_name)).orderBy('id').execute()

/** What is done by many at the same moment, and what must have come of it. */
const RACES: Record<string, (arena: Arena) => Promise<void>> = {
  'the same vote by one member counts once': async (arena) => {
    const [author, voter] = await arena.some(2)
    const id = await arena.t.ask(author!)
    expect(outcome(await times(AT_ONCE, () => arena.t.vote(voter!, 'up', id)))).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).score, (await user(arena, author!)).rank, await notices(arena, author!, 'up_voted_question')]).toEqual([1, 310, 1])
  },
  'votes by many are all counted': async (arena) => {
    const author = await arena.member()
    const [id, voters] = [await arena.t.ask(author), await arena.some(AT_ONCE)]
    expect(outcome(await times(AT_ONCE, (n) => arena.t.vote(voters[n]!, 'up', id)))).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).score, (await user(arena, author)).rank]).toEqual([AT_ONCE, 300 + 10 * AT_ONCE])
  },
  'up, down and taking back by one member leave one of them': async (arena) => {
    const [author, voter] = await arena.some(2)
    const id = await arena.t.ask(author!)
    await times(AT_ONCE, (n) => arena.t.vote(voter!, n % 2 ? 'up' : 'down', id, n % 3 === 0))
    expect([-1, 0, 1]).toContain((await post(arena, id)).score)
  },
  'the same vote on a comment counts once': async (arena) => {
    const [author, voter] = await arena.some(2)
    const id = await arena.t.comment(author!, await arena.t.ask(author!))
    expect(outcome(await times(AT_ONCE, () => arena.t.vote(voter!, 'up', id)))).toEqual(all(AT_ONCE))
    expect((await arena.w.app.db.selectFrom('comments').select('score').where('id', '=', numberOf('comment', id)).executeTakeFirstOrThrow()).score).toBe(1)
  },
  'the same acceptance brings its points once': async (arena) => {
    const [asker, answerer] = await arena.some(2)
    const id = await arena.t.ask(asker!)
    const answer = await arena.t.answer(answerer!, id)
    expect(outcome(await times(AT_ONCE, () => arena.t.accept(asker!, id, answer)))).toEqual(all(AT_ONCE))
    expect([(await user(arena, asker!)).rank, (await user(arena, answerer!)).rank, await notices(arena, answerer!, 'accept_answer')]).toEqual([302, 315, 1])
  },
  'of several acceptances at once one stays, and only that one brings points': async (arena) => {
    const [asker, ...answerers] = await arena.some(4)
    const id = await arena.t.ask(asker!)
    const answers = await Promise.all(answerers.map((one) => arena.t.answer(one, id)))
    await times(AT_ONCE, (n) => arena.w.as(asker!).call(acceptAnswer, { body: { question_id: id, answer_id: n === 5 ? '0' : answers[n % 3]! } }))
    const { accepted_answer_id } = await post(arena, id)
    expect([...answers.map((answer) => numberOf('answer', answer)), 0]).toContain(accepted_answer_id)
    const ranks = await Promise.all(answerers.map(async (one) => (await user(arena, one)).rank))
    expect(ranks).toEqual(answers.map((answer) => (numberOf('answer', answer) === accepted_answer_id ? 315 : 300)))
  },
  'accepting an answer while it is deleted leaves no accepted ghost': async (arena) => {
    const [asker, answerer, moderator] = [await arena.member(), await arena.member(), await arena.w.given.moderator()]
    const id = await arena.t.ask(asker)
    const answer = await arena.t.answer(answerer, id)
    await Promise.allSettled([arena.t.accept(asker, id, answer), arena.w.as(moderator).call(deleteAnswer, { body: { id: answer } })])
    expect((await post(arena, id)).accepted_answer_id).toBe(0)
  },
  'an activation code works once': async (arena) => {
    const person = await arena.w.given.member({ active: false })
    const code = await arena.w.app.transaction(async (tx) => makeCode(tx, person.id, (await tx.db.selectFrom('users').select('e_mail').where('id', '=', person.id).executeTakeFirstOrThrow()).e_mail!, 'activation'))
    expect(outcome(await times(AT_ONCE, () => arena.w.nobody.call(verifyEmail, { body: { code } })))).toEqual({ done: 1, refused: ['error.email.verify_url_expired'] })
    expect((await user(arena, person)).rank).toBe(1)
  },
  'a code for a new password works once': async (arena) => {
    const person = await arena.member()
    const code = await arena.w.app.transaction((tx) => makeCode(tx, person.id, `${person.username}@example.com`, 'reset'))
    expect(outcome(await times(FEW, (n) => arena.w.nobody.call(replacePassword, { body: { code, pass: `new-password-${n}` } })))).toEqual({ done: 1, refused: ['error.email.verify_url_expired'] })
  },
  'one address is registered once': async (arena) => {
    const name = `twin${++count}`
    expect(outcome(await times(FEW, (n) => arena.w.nobody.call(registerByEmail, { body: { name: `${name}.${n}`, e_mail: `${name}@example.com`, pass: 'a-long-password' } })))).toEqual({ done: 1, refused: ['error.email.duplicate'] })
  },
  'members with one name get a username each': async (arena) => {
    const name = `namesake${++count}`
    expect(outcome(await times(FEW, (n) => arena.w.nobody.call(registerByEmail, { body: { name, e_mail: `${name}.${n}@example.com`, pass: 'a-long-password' } })))).toEqual(all(FEW))
    expect(new Set((await arena.w.app.db.selectFrom('users').select('username').where('display_name', '=', name).execute()).map((row) => row.username)).size).toBe(FEW)
  },
  'a username is taken by one': async (arena) => {
    const people = await arena.some(FEW)
    const username = `wanted-${++count}`
    expect(outcome(await times(FEW, (n) => arena.w.as(people[n]!).call(saveProfile, { body: { display_name: people[n]!.username, username } })))).toMatchObject({ done: 1 })
    expect((await arena.w.app.db.selectFrom('users').select('id').where('username', '=', username).execute()).length).toBe(1)
  },
  'the same question sent again and again is asked once': async (arena) => {
    const [person, body] = [await arena.member(), draft()]
    const asked = await times(AT_ONCE, () => arena.w.as(person).call(askQuestion, { body }))
    expect(outcome(asked)).toEqual(all(AT_ONCE))
    expect(new Set(asked.map((one) => (one as PromiseFulfilledResult<{ id: string }>).value.id)).size).toBe(1)
    expect((await user(arena, person)).question_count).toBe(1)
  },
  'different questions of one member at once are all counted': async (arena) => {
    const person = await arena.member()
    expect(outcome(await times(AT_ONCE, () => arena.w.as(person).call(askQuestion, { body: draft() })))).toEqual(all(AT_ONCE))
    expect((await user(arena, person)).question_count).toBe(AT_ONCE)
  },
  'tags merged in a circle become one tag, with all their questions': async (arena) => {
    const [moe, asker] = [await arena.w.given.moderator(), await arena.member()]
    const ring = await tagsOf(arena, moe, 3)
    for (const { slug_name } of ring) await arena.w.as(asker).call(askQuestion, { body: { ...draft(), tags: [{ slug_name }] } })
    await times(AT_ONCE, (n) => arena.w.as(moe).call(mergeTags, { body: { source_tag_id: ring[n % 3]!.tag_id, target_tag_id: ring[(n + 1) % 3]!.tag_id } }))
    expect((await standing(arena, ring)).filter(({ main_tag_id }) => main_tag_id === 0)).toMatchObject([{ question_count: 3 }])
  },
  'questions tagged while their tag is merged bear the tag it is merged into': async (arena) => {
    const [moe, people] = [await arena.w.given.moderator(), await arena.some(AT_ONCE)]
    const [source, target] = await tagsOf(arena, moe, 2)
    const edited = await arena.w.as(people[0]!).call(askQuestion, { body: { ...draft(), tags: [source!] } })
    const settled = await times<unknown>(AT_ONCE + 2, (n) => n === AT_ONCE / 2 ? arena.w.as(moe).call(mergeTags, { body: { source_tag_id: source!.tag_id, target_tag_id: target!.tag_id } })
      : n === AT_ONCE / 2 + 1 ? arena.w.as(people[0]!).call(editQuestion, { body: { ...draft(), id: edited.id, tags: [source!] } })
      : arena.w.as(people[n % AT_ONCE]!).call(askQuestion, { body: { ...draft(), tags: [source!] } }))
    expect(outcome(settled)).toEqual(all(AT_ONCE + 2))
    expect(await standing(arena, [source!, target!])).toMatchObject([{ question_count: 0 }, { main_tag_id: 0, question_count: AT_ONCE + 1 }])
  },
  'a tag is either deleted or borne, whoever comes first': async (arena) => {
    const [moe, people] = [await arena.w.given.moderator(), await arena.some(AT_ONCE)]
    const [tag] = await tagsOf(arena, moe, 1)
    const settled = await times<unknown>(AT_ONCE, (n) => n === 1 ? arena.w.as(moe).call(deleteTag, { body: { tag_id: tag!.tag_id } }) : arena.w.as(people[n]!).call(askQuestion, { body: { ...draft(), tags: [tag!] } }))
    const found = (await standing(arena, [tag!]))[0]!
    expect([found.status, found.question_count]).toEqual(settled[1]!.status === 'fulfilled' ? [10, 0] : [1, AT_ONCE - 1])
  },
  'a new tag that many think of at once is one tag, with all their questions': async (arena) => {
    const people = await arena.some(AT_ONCE)
    const slug_name = `fresh-${++count}`
    for (const person of people) await arena.w.app.transaction((tx) => tx.db.updateTable('users').set({ role_id: 3 }).where('id', '=', person.id).execute())
    expect(outcome(await times(AT_ONCE, (n) => arena.w.as(people[n]!).call(askQuestion, { body: { ...draft(), tags: [{ slug_name }] } })))).toEqual(all(AT_ONCE))
    expect(await arena.w.app.db.selectFrom('tags').select('question_count').where('slug_name', '=', slug_name).execute()).toEqual([{ question_count: AT_ONCE }])
  },
  'following the same thing counts once': async (arena) => {
    const [asker, fan] = await arena.some(2)
    const question = await arena.t.ask(asker!)
    for (const object_id of [question, String(asker!.id)]) expect(outcome(await times(AT_ONCE, () => arena.w.as(fan!).call(follow, { body: { object_id } })))).toEqual(all(AT_ONCE))
    expect([(await post(arena, question)).follow_count, (await user(arena, asker!)).follow_count]).toEqual([1, 1])
  },
  'followers of one thing at once are all counted': async (arena) => {
    const [asker, people] = [await arena.member(), await arena.some(AT_ONCE)]
    const question = await arena.t.ask(asker)
    for (const object_id of [question, String(asker.id)]) expect(outcome(await times(AT_ONCE, (n) => arena.w.as(people[n]!).call(follow, { body: { object_id } })))).toEqual(all(AT_ONCE))
    expect([(await post(arena, question)).follow_count, (await user(arena, asker)).follow_count]).toEqual([AT_ONCE, AT_ONCE])
  },
  'bookmarking the same thing counts once': async (arena) => {
    const [asker, reader] = await arena.some(2)
    const object_id = await arena.t.ask(asker!)
    expect(outcome(await times(AT_ONCE, () => arena.w.as(reader!).call(switchCollection, { body: { object_id, bookmark: true } })))).toEqual(all(AT_ONCE))
    expect((await post(arena, object_id)).collection_count).toBe(1)
    await times(AT_ONCE, (n) => arena.w.as(reader!).call(switchCollection, { body: { object_id, bookmark: n % 2 === 0 } }))
    expect([0, 1]).toContain((await post(arena, object_id)).collection_count)
  },
  'the same reaction counts once': async (arena) => {
    const [asker, reader] = await arena.some(2)
    const object_id = await arena.t.ask(asker!)
    expect(outcome(await times(AT_ONCE, () => arena.w.as(reader!).call(react, { body: { object_id, emoji: 'heart', reaction: 'activate' } })))).toEqual(all(AT_ONCE))
    expect((await arena.w.nobody.call(reactions, { query: { object_id } })).reaction_summary).toMatchObject([{ emoji: 'heart', count: 1 }])
  },
  'whoever is invited again and again is told once': async (arena) => {
    const [asker, expert] = await arena.some(2)
    const id = await arena.t.ask(asker!)
    expect(outcome(await times(AT_ONCE, () => arena.w.as(asker!).call(invite, { body: { id, invite_user: [expert!.username] } })))).toEqual(all(AT_ONCE))
    expect(await notices(arena, expert!, 'invited_you_to_answer')).toBe(1)
  },
  'one answer per member, where a site wants that': async (arena) => {
    const [asker, answerer] = await arena.some(2)
    const id = await arena.t.ask(asker!)
    expect(outcome(await times(AT_ONCE, (n) => arena.w.as(answerer!).call(writeAnswer, { body: { question_id: id, content: `The answer in words ${n}.` } })))).toEqual({ done: 1, refused: ['error.answer.restrict_answer'] })
    expect((await post(arena, id)).answer_count).toBe(1)
  },
  'answers by many are all counted, and the asker is told of each': async (arena) => {
    const [asker, people] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    expect(outcome(await times(AT_ONCE, (n) => arena.t.answer(people[n]!, id)))).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).answer_count, await notices(arena, asker, 'answer_the_question')]).toEqual([AT_ONCE, AT_ONCE])
  },
  'answers of one member to different questions at once are all counted': async (arena) => {
    const [asker, answerer] = await arena.some(2)
    const questions = await Promise.all(Array.from({ length: AT_ONCE }, () => arena.t.ask(asker!)))
    expect(outcome(await times(AT_ONCE, (n) => arena.t.answer(answerer!, questions[n]!)))).toEqual(all(AT_ONCE))
    expect((await user(arena, answerer!)).answer_count).toBe(AT_ONCE)
  },
  'the same comment sent again and again is written once': async (arena) => {
    const [asker, person] = await arena.some(2)
    const id = await arena.t.ask(asker!)
    expect(outcome(await times(AT_ONCE, () => arena.w.as(person!).call(writeComment, { body: { object_id: id, original_text: 'The same comment.' } })))).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).comment_count, await notices(arena, asker!, 'comment_question')]).toEqual([1, 1])
  },
  'comments by many are all counted, also while others are deleted': async (arena) => {
    const [asker, people] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    const old = await Promise.all(people.slice(0, 4).map((person) => arena.t.comment(person, id)))
    const written = await times(AT_ONCE + 8, (n): Promise<unknown> => (n < AT_ONCE ? arena.t.comment(people[n]!, id) : arena.w.as(people[n % 4]!).call(deleteComment, { body: { comment_id: old[n % 4]! } })))
    expect(outcome(written)).toEqual({ done: AT_ONCE + 4, refused: ['error.comment.not_found'] })
    expect((await post(arena, id)).comment_count).toBe(AT_ONCE)
  },
  'edits of a comment at once leave one of the texts': async (arena) => {
    const person = await arena.member()
    const id = await arena.t.comment(person, await arena.t.ask(person))
    expect(outcome(await times(AT_ONCE, (n) => arena.w.as(person).call(editComment, { body: { comment_id: id, original_text: `The comment in words ${n}.` } })))).toEqual(all(AT_ONCE))
  },
  'of edits that began from one text one is taken; the others keep theirs and are shown both': async (arena) => {
    const person = await arena.member()
    const asked = await arena.w.as(person).call(askQuestion, { body: draft() })
    const edits = await times(AT_ONCE, (n) => arena.w.as(person).call(editQuestion, { body: { id: asked.id, title: asked.title, content: `The text in words ${n}.`, tags: [{ slug_name: 'support' }], revision_id: asked.revision_id } }))
    expect(outcome(edits)).toEqual({ done: 1, refused: ['error.revision.moved_on'] })
    const { content } = await arena.w.as(person).call(questionInfo, { query: { id: asked.id } })
    for (const [n, edit] of edits.entries()) if (edit.status === 'rejected') expect((edit.reason as CallRefused).data).toMatchObject({ mine: { content: `The text in words ${n}.` }, theirs: { content } })
  },
  'of edits that don\'t say where they began the last wins, and each stays as a revision': async (arena) => {
    const [asker, person] = await arena.some(2)
    const id = await arena.t.answer(person!, await arena.t.ask(asker!))
    expect(outcome(await times(AT_ONCE, (n) => arena.w.as(person!).call(editAnswer, { body: { id, content: `The answer in words ${n}.` } })))).toEqual(all(AT_ONCE))
    expect((await arena.w.app.db.selectFrom('revisions').select('id').where('object_type', '=', 'answer').where('object_id', '=', numberOf('answer', id)).execute()).length).toBe(AT_ONCE + 1)
  },
  'a changed address is confirmed once, and the same address is taken by one': async (arena) => {
    const people = await arena.some(4)
    const e_mail = `moved${people[0]!.id}@example.com`
    const codes = await Promise.all(people.map(({ id }) => arena.w.app.transaction((tx) => makeCode(tx, id, e_mail, 'change'))))
    const tried = await times(AT_ONCE, (n) => arena.w.nobody.call(changeEmail, { body: { code: codes[n % 4]! } }))
    const { done, refused } = outcome(tried)
    expect(done).toBe(1)
    for (const reason of refused) expect(['error.email.verify_url_expired', 'error.email.duplicate']).toContain(reason)
    expect(await arena.w.app.db.selectFrom('users').select('id').where('e_mail', '=', e_mail).execute()).toHaveLength(1)
  },
  'a question is deleted once, whoever is quickest': async (arena) => {
    const [asker, moderator] = [await arena.member(), await arena.w.given.moderator()]
    const id = await arena.t.ask(asker)
    await times(AT_ONCE, (n) => arena.w.as(n % 2 ? asker : moderator).call(deleteQuestion, { body: { id } }))
    expect([(await post(arena, id)).status, (await user(arena, asker)).question_count]).toEqual([10, 0])
  },
  'a question closed by many for one reason is closed once, and its asker told of it once': async (arena) => {
    const [asker, staff] = [await arena.member(), await Promise.all(Array.from({ length: FEW }, () => arena.w.given.moderator()))]
    const id = await arena.t.ask(asker)
    expect(outcome(await times(AT_ONCE, (n) => arena.w.as(staff[n % FEW]!).call(closeQuestion, { body: { id, close_type: 64 } })))).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).status, await notices(arena, asker, 'your_question_is_closed')]).toEqual([2, 1])
  },
  'of closings for different reasons at once one stays, and the others hear of it': async (arena) => {
    const [asker, staff] = [await arena.member(), await Promise.all(Array.from({ length: FEW }, () => arena.w.given.moderator()))]
    const id = await arena.t.ask(asker)
    expect(outcome(await times(FEW, (n) => arena.w.as(staff[n]!).call(closeQuestion, { body: { id, close_type: 59, close_msg: `The reason in words ${n}.` } })))).toEqual({ done: 1, refused: ['error.post.closed'] })
  },
  'two questions closed as duplicates of each other at once leave one of them open': async (arena) => {
    const [asker, staff] = [await arena.member(), await Promise.all([arena.w.given.moderator(), arena.w.given.moderator()])]
    const pair = [await arena.t.ask(asker), await arena.t.ask(asker)]
    await times(2, (n) => arena.w.as(staff[n]!).call(closeQuestion, { body: { id: pair[n]!, close_type: 60, close_msg: `http://world.example/questions/${pair[1 - n]}` } }))
    expect((await Promise.all(pair.map((id) => post(arena, id)))).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([1, 2])
  },
  'pinning and unlisting at once leave no pinned question that is in no list': async (arena) => {
    const [asker, staff] = [await arena.member(), await Promise.all(Array.from({ length: FEW }, () => arena.w.given.moderator()))]
    const id = await arena.t.ask(asker)
    await times(AT_ONCE, (n) => arena.w.as(staff[n % FEW]!).call(operateQuestion, { body: { id, operation: (['pin', 'hide', 'unpin', 'show'] as const)[n % 4]! } }))
    const { pin, show } = await post(arena, id)
    expect([pin, show]).not.toEqual([2, 2])
  },
  'deleting and recovering an accepted answer again and again pays nothing twice and loses nothing': async (arena) => {
    const [asker, answerer, staff] = [await arena.member(), await arena.member(), await Promise.all(Array.from({ length: FEW }, () => arena.w.given.moderator()))]
    const id = await arena.t.ask(asker)
    const answer = await arena.t.answer(answerer, id)
    await arena.t.accept(asker, id, answer)
    await times(AT_ONCE, (n) => arena.w.as(staff[n % FEW]!).call(n % 2 ? recoverAnswer : deleteAnswer, { body: n % 2 ? { answer_id: answer } : { id: answer } }))
    const [{ status }, { accepted_answer_id, answer_count }] = [await post(arena, answer, 'answer'), await post(arena, id)]
    expect([accepted_answer_id, answer_count]).toEqual(status === 1 ? [numberOf('answer', answer), 1] : [0, 0])
    expect([(await user(arena, asker)).rank, (await user(arena, answerer)).rank]).toEqual([302, 315])
  },
  'a deleted question that is recovered while it is erased is there whole, or not at all': async (arena) => {
    const [asker, moderator, admin] = [await arena.member(), await arena.w.given.moderator(), await arena.w.given.admin()]
    const id = await arena.t.ask(asker)
    await arena.t.answer(moderator, id)
    await arena.w.as(moderator).call(deleteQuestion, { body: { id } })
    await Promise.allSettled([arena.w.as(moderator).call(recoverQuestion, { body: { question_id: id } }), arena.w.as(admin).call(deletePermanently, { body: { type: 'questions', object_id: id } })])
    const row = await arena.w.app.db.selectFrom('posts').select('status').where('id', '=', numberOf('question', id)).executeTakeFirst()
    expect([undefined, 1]).toContain(row?.status)
    expect((await user(arena, asker)).question_count).toBe(row ? 1 : 0)
  },
  'answering, commenting and voting while a question goes leave nothing half done': async (arena) => {
    const [asker, moderator, people] = [await arena.member(), await arena.w.given.moderator(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    await times(AT_ONCE, (n): Promise<unknown> => (n === 6 ? arena.w.as(moderator).call(deleteQuestion, { body: { id } })
      : [() => arena.t.answer(people[n]!, id), () => arena.t.comment(people[n]!, id), () => arena.t.vote(people[n]!, 'up', id)][n % 3]!()))
    expect((await post(arena, id)).status).toBe(10)
  },
  'a report is decided once': async (arena) => {
    const [asker, moderators] = [await arena.member(), await Promise.all(Array.from({ length: 4 }, () => arena.w.given.moderator()))]
    const id = await arena.t.ask(asker)
    const flagged = await times(AT_ONCE, () => arena.w.as(asker).call(flagPost, { body: { object_id: id, report_type: 57 } }))
    expect(outcome(flagged)).toEqual(all(AT_ONCE))
    const { list } = await arena.w.as(moderators[0]!).call(flaggedPosts, { query: { page_size: 100 } })
    const [flag, ...more] = list.filter(({ object_id }) => object_id === id)
    expect(more).toEqual([])
    const { flag_id } = flag!
    const decided = await times(AT_ONCE, async (n): Promise<unknown> => {
      const as = arena.w.as(moderators[n % 4]!)
      if (n % 3) return as.call(decideFlag, { body: { flag_id, operation_type: n % 2 ? 'unlist_post' : 'delete_post' } })
      const { taken } = await as.call(holdDecisions, { body: { decisions: [{ queue: 'flagged_post', id: flag_id, operation: 'ignore_report' }] } })
      if (taken[0]) throw new CallRefused(409, taken[0].reason, null)
      return null
    })
    const { done, refused } = outcome(decided)
    expect(done).toBe(1)
    for (const reason of refused) expect(reason).toMatch(/^error\.review\.decided_/)
    arena.w.clock.advance(UNDO_SECONDS)
    await carryOutDue(arena.w.app)
    expect(await notices(arena, asker, 'your_flag_was_followed') + await notices(arena, asker, 'your_flag_was_ignored')).toBe(1)
  },
  'a post that waits is let through once': async (arena) => {
    const [asker, moderators] = [await arena.member(), await Promise.all(Array.from({ length: 4 }, () => arena.w.given.moderator()))]
    arena.w.app.reviewers.push({ slug_name: 'careful', review: () => ({ verdict: 'waiting' }) })
    const id = await arena.t.ask(asker)
    arena.w.app.reviewers.length = 0
    const { review_id } = (await arena.w.as(moderators[0]!).call(queuedPosts, { query: { object_id: id } })).list[0]!
    const { done } = outcome(await times(AT_ONCE, (n) => arena.w.as(moderators[n % 4]!).call(decideQueued, { body: { review_id, status: 'approve' } })))
    expect([done, (await user(arena, asker)).question_count, await notices(arena, asker, 'your_question_was_approved')]).toEqual([1, 1, 1])
  },
  'texts that link to one question at once are all counted': async (arena) => {
    const [asker, people] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    expect(outcome(await times(AT_ONCE, (n) => arena.w.as(people[n]!).call(askQuestion, { body: { ...draft(), content: `As in #${id}, said by ${n}.` } })))).toEqual(all(AT_ONCE))
    expect((await post(arena, id)).linked_count).toBe(AT_ONCE)
  },
  'two admins who put each other out leave one': async (arena) => {
    const [first, second] = [await arena.w.given.admin(), await arena.w.given.member({ role_id: 2 })]
    const roleOf = (person: Person) => ({ body: { user_id: String(person.id), role_id: 1 } })
    await Promise.allSettled([arena.w.as(first).call(setUserRole, roleOf(second)), arena.w.as(second).call(setUserRole, roleOf(first))])
    const admins = await arena.w.app.db.selectFrom('users').select('id').where('role_id', '=', 2).where('status', '=', 1).execute()
    expect(admins).toHaveLength(1)
    await arena.w.app.transaction((tx) => tx.db.updateTable('users').set({ role_id: 2 }).where('username', '=', 'admin').execute())
    await arena.w.app.transaction((tx) => tx.db.updateTable('users').set({ role_id: 1 }).where('id', '=', second.id).execute())
  },
  'whoever falls below what it takes, after they were let in and before they write, doesn\'t write': async (arena) => {
    const [asker, voter, { app }] = [await arena.member(), await arena.member(), arena.w]
    const id = await arena.t.ask(asker)
    const { transaction } = app
    const elsewhere = AsyncLocalStorage.snapshot() // not as part of the call that it overtakes
    const change = (changes: { rank?: number; status?: number }) => transaction((tx) => tx.db.updateTable('users').set(changes).where('id', '=', voter.id).execute())
    for (const [changes, reason] of [[{ rank: 1 }, 'error.rank.no_enough_rank_to_operate'], [{ status: 9 }, 'error.user.suspended'], [{ status: 10 }, 'base.unauthorized_error']] as const) {
      app.transaction = async (work) => {
        app.transaction = transaction
        await elsewhere(change, changes)
        return transaction(work)
      }
      expect(outcome(await times(1, () => arena.t.vote(voter, 'down', id)))).toEqual({ done: 0, refused: [reason] })
      await change({ rank: 300, status: 1 })
    }
    expect((await post(arena, id)).score).toBe(0)
  },
  'each act that comes while privileges are raised is judged by the former or by the new ones': async (arena) => {
    const [admin, asker] = [await arena.w.given.admin(), await arena.member()]
    const id = await arena.t.ask(asker)
    const raise = (level: Level, figures?: { key: string; value: number }[]) => arena.w.as(admin).call(savePrivilegeSettings, { body: { level, ...(figures && { custom_privileges: figures }) } })
    const { selected_level } = await arena.w.as(admin).call(privilegeSettings)
    const people = await arena.some(AT_ONCE)
    const { done, refused } = outcome(await times(AT_ONCE, async (n) => (n === 5 ? raise(CUSTOM_LEVEL, [{ key: rankKey('comment.add'), value: 5000 }]) : arena.t.comment(people[n]!, id))))
    expect([[], ['error.rank.no_enough_rank_to_operate']]).toContainEqual(refused)
    expect((await post(arena, id)).comment_count).toBe(done - 1)
    expect(outcome(await times(1, () => arena.t.comment(people[0]!, id)))).toEqual({ done: 0, refused: ['error.rank.no_enough_rank_to_operate'] })
    await raise(selected_level)
  },
  'a suggestion is decided once': async (arena) => {
    const [asker, judges] = [await arena.member(), await Promise.all(Array.from({ length: AT_ONCE }, () => arena.w.given.member({ rank: 2000 })))]
    const [id, suggester] = [await arena.t.ask(asker), await arena.member()]
    const { rank } = await user(arena, suggester)
    expect(outcome(await times(AT_ONCE, () => arena.w.as(suggester).call(editQuestion, { body: { id, ...draft() } })))).toEqual({ done: 1, refused: ['error.revision.review_underway'] })
    const revision_id = (await arena.w.as(judges[0]!).call(suggestions, { query: { object_id: id } })).waiting!.unreviewed_info.id
    const { done, refused } = outcome(await times(AT_ONCE, (n) => arena.w.as(judges[n]!).call(auditRevision, { body: { id: revision_id, operation: n % 2 ? 'approve' : 'reject' } })))
    const approved = String((await post(arena, id)).revision_id) === revision_id
    expect([done, refused]).toEqual([1, [approved ? 'error.review.decided_approve' : 'error.review.decided_reject']])
    expect((await user(arena, suggester)).rank).toBe(rank + (approved ? 2 : 0))
  },
  'of suggestions and edits that come at once, each is a text of its own, or none': async (arena) => {
    const [asker, others] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    const { done } = outcome(await times(AT_ONCE, (n) => arena.w.as(n % 3 ? asker : others[n]!).call(editQuestion, { body: { id, ...draft() } })))
    const texts = await arena.w.app.db.selectFrom('revisions').select(['number', 'status']).where('object_type', '=', 'question').where('object_id', '=', numberOf('question', id)).execute()
    expect(texts.filter(({ status }) => status === 1)).toHaveLength(1)
    expect(texts.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: done }, (_, at) => at + 1)])
  },
  'whoever is suspended while they write, writes or doesn\'t': async (arena) => {
    const [admin, person] = [await arena.w.given.admin(), await arena.member()]
    await times(AT_ONCE, (n): Promise<unknown> => (n === 4 ? arena.w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), status: 'suspended', suspend_duration: 'forever' } }) : arena.w.as(person).call(askQuestion, { body: draft() })))
    const { question_count } = await user(arena, person)
    expect((await arena.w.app.db.selectFrom('posts').select('id').where('user_id', '=', person.id).execute()).length).toBe(question_count)
  },
}

/** Races whose feature comes later; as soon as their call is there, this list is wrong. */
const WAITING: Record<string, string> = {
  'a badge is awarded once': '/badge',
}

test.each(Object.entries(WAITING))('waits for its feature: %s', (_, path) => {
  expect(endpoints.filter((one) => one.path === path)).toEqual([])
})

describe.each(engines)('at the same moment (%s)', { timeout: 60_000 + REPETITIONS * 10_000 }, (engine) => {
  let arena: Arena
  beforeAll(async () => {
    const w = await world(engine)
    const member = () => w.given.member({ rank: 300 })
    arena = { w, t: threads(w), member, some: (n) => Promise.all(Array.from({ length: n }, member)) }
  })
  afterAll(() => arena.w.close())

  test.each(Object.entries(RACES))('%s', async (_, race) => {
    for (let n = 0; n < REPETITIONS; n++) await race(arena)
    expect(arena.w.faults).toEqual([])
  })

  test('and nothing is off after all of it', async () => {
    await arena.w.settle()
    expect(await findFaults(arena.w.app)).toEqual([])
  })

  test('a race that goes wrong would be seen', async () => {
    const id = await arena.t.ask(await arena.member())
    await arena.w.app.transaction((tx) => updatePost(tx.db, numberOf('question', id), { score: 1 }))
    expect(await findFaults(arena.w.app)).toEqual([expect.stringContaining('posts.score')])
  })
})
