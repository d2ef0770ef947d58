import type { QueryOf } from '@askwell/contract/endpoint.ts'
import {
  closeQuestion,
  deleteQuestion,
  operateQuestion,
  questionInfo,
  questionPage,
  recoverQuestion,
  reopenQuestion,
} from '@askwell/contract/questions.ts'
import { deleteAnswer, recoverAnswer } from '@askwell/contract/answers.ts'
import {
  answersInState,
  deletePermanently,
  questionsInState,
  setAnswerStatus,
  setQuestionStatus,
} from '@askwell/contract/content-administration.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { search } from '@askwell/contract/search.ts'
import { saveSeoSettings } from '@askwell/contract/site-settings.ts'
import { OPERATION_NAMES, type OperationName } from '@askwell/contract/states.ts'
import { tag } from '@askwell/contract/tags.ts'
import { setUserStatus, usersPage } from '@askwell/contract/user-administration.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { difference, snapshot } from '../../../../test/matrix/snapshot.ts'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { insertReview, REVIEW_STATUS } from '../review-queue/queries.ts'
import { findFaults } from '../../operations/integrity/service.ts'
import { eraseLongDeleted } from '../../users/users/effects.ts'
import { findUser } from '../../users/users/queries.ts'
import { findPost, updatePost } from './queries.ts'
import { countListing } from './service.ts'
import { operate } from './transitions/service.ts'

/** What each kind of person gets, from each state: done; as it is (it is so already, so nothing happens); no (they may not); gone (for them it isn't there); bad (not from here). */
const STAFF = {
  //             open  closed pinned unlisted pending deleted own-deleted
  close: ' done  as-is  done   done     bad     bad     bad  ',
  reopen: ' as-is done   as-is  as-is    bad     bad     bad  ',
  pin: ' done  done   as-is  bad      bad     bad     bad  ',
  unpin: ' as-is as-is  done   as-is    as-is   as-is   as-is',
  unlist: ' done  done   bad    as-is    bad     bad     bad  ',
  list: ' as-is as-is  as-is  done     as-is   as-is   as-is',
  delete: ' done  done   done   done     done    as-is   as-is',
  undelete: ' as-is as-is  as-is  as-is    as-is   done    done ',
  approve: ' as-is as-is  as-is  as-is    done    bad     bad  ',
}
const QUESTIONS = {
  //               open  closed pinned unlisted pending deleted own-deleted
  'another member': {
    close: ' no    no     no     no       gone    gone    gone ',
    reopen: ' no    no     no     no       gone    gone    gone ',
    pin: ' no    no     no     no       gone    gone    gone ',
    unpin: ' no    no     no     no       gone    gone    gone ',
    unlist: ' no    no     no     no       gone    gone    gone ',
    list: ' no    no     no     no       gone    gone    gone ',
    delete: ' no    no     no     no       gone    gone    gone ',
    undelete: ' no    no     no     no       gone    gone    gone ',
    approve: ' no    no     no     no       gone    gone    gone ',
    erase: ' no    no     no     no       gone    gone    gone ',
  },
  'its author': {
    close: ' no    no     no     no       no      no      no   ',
    reopen: ' no    no     no     no       no      no      no   ',
    pin: ' no    no     no     no       no      no      no   ',
    unpin: ' no    no     no     no       no      no      no   ',
    unlist: ' no    no     no     no       no      no      no   ',
    list: ' no    no     no     no       no      no      no   ',
    delete: ' done  done   done   done     done    as-is   as-is',
    undelete: ' as-is as-is  as-is  as-is    as-is   no      done ',
    approve: ' no    no     no     no       no      no      no   ',
    erase: ' no    no     no     no       no      no      no   ',
  },
  'a moderator': { ...STAFF, erase: ' no    no     no     no       no      no      no   ' },
  'an admin': { ...STAFF, erase: ' bad   bad    bad    bad      bad     done    done ' },
}

const ANSWERS = {
  //               shown accepted pending deleted own-deleted
  'another member': {
    delete: ' no no gone gone gone ',
    undelete: ' no no gone gone gone ',
    approve: ' no no gone gone gone ',
    erase: ' no no gone gone gone ',
  },
  'the asker': {
    delete: ' no no gone gone gone ',
    undelete: ' no no gone gone gone ',
    approve: ' no no gone gone gone ',
    erase: ' no no gone gone gone ',
  },
  'its author': {
    delete: ' done bad done as-is as-is ',
    undelete: ' as-is as-is as-is no done ',
    approve: ' no no no no no ',
    erase: ' no no no no no ',
  },
  'a moderator': {
    delete: ' done done done as-is as-is ',
    undelete: ' as-is as-is as-is done done ',
    approve: ' as-is as-is done bad bad ',
    erase: ' no no no no no ',
  },
  'an admin': {
    delete: ' done done done as-is as-is ',
    undelete: ' as-is as-is as-is done done ',
    approve: ' as-is as-is done bad bad ',
    erase: ' bad bad bad done done ',
  },
}

const STATES = ['open', 'closed', 'pinned', 'unlisted', 'pending', 'deleted', 'own-deleted'] as const
const ANSWER_STATES = ['shown', 'accepted', 'pending', 'deleted', 'own-deleted'] as const
type StateName = (typeof STATES)[number] | (typeof ANSWER_STATES)[number]

/** What takes back what an operation did. */
const BACK: Partial<Record<OperationName, OperationName>> = {
  close: 'reopen',
  reopen: 'close',
  pin: 'unpin',
  unpin: 'pin',
  unlist: 'list',
  list: 'unlist',
  delete: 'undelete',
  undelete: 'delete',
}
/** Where one is, without what tells of the way there. */
const standing = async (w: World) => {
  const {
    audit_entries: _recorded,
    events: _events,
    jobs: _jobs,
    notifications: _notifications,
    search_state: _indexed,
    ...kept
  } = await snapshot(w)
  return {
    ...kept,
    posts: kept.posts!.map((row) => row.replace(/"hot_score":\d+,/, '')),
    closings: kept.closings!.map((row) => row.replace(/"user_id":\d+,/, '')),
  }
}

describe.each(engines)('states of posts, on %s', { timeout: 120_000 }, (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser, other: TestUser, moe: TestUser, admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ann = await w.given.member({ name: 'ann', rank: 1000 })
    bob = await w.given.member({ name: 'bob', rank: 1000 })
    other = await w.given.member({ name: 'other', rank: 20_000 })
    moe = await w.given.moderator({ name: 'moe' })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    await w.settle()
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
  })

  const member = async (person: TestUser) => (await findUser(w.app.db, person.id))!
  const does = async (person: TestUser, id: number, operation: OperationName, details = {}) => {
    const actor = await member(person)
    return w.app.transaction((tx) => operate(tx, actor, id, operation, details))
  }
  const row = async (id: string) => (await findPost(w.app.db, numberOf(id[3] === '1' ? 'question' : 'answer', id)))!
  const info = (person: TestUser | undefined, id: string) =>
    (person ? w.as(person) : w.nobody).call(questionInfo, { query: { id } })
  /** As a reviewer holds a new post back. */
  const hold = async (id: number) =>
    w.app.transaction(async (tx) => {
      const post = (await findPost(tx.db, id))!
      await updatePost(tx.db, id, { status: 11 })
      const fact = {
        actor_id: 0,
        object_type: post.kind,
        object_id: id,
        question_id: post.question_id,
        kind: post.kind,
        author_id: post.user_id,
        tag_ids: [],
        was_listed: false,
        is_listed: false,
      }
      const queue = () =>
        insertReview(tx.db, {
          post_id: id,
          question_id: post.question_id,
          user_id: post.user_id,
          status: REVIEW_STATUS.waiting,
          reviewer: 'test',
          reason: '',
          created_at: tx.now(),
        })
      if (post.kind === 'answer') return tx.emit('answer.deleted', fact).then(queue)
      const tag_ids = (
        await tx.db.selectFrom('question_tags').select('tag_id').where('question_id', '=', id).execute()
      ).map((one) => one.tag_id)
      await tx.emit('question.unlisted', { ...fact, tag_ids, was_listed: true })
      await countListing(tx, post, { ...post, status: 11 })
      await queue()
    })

  const reach = async (id: number, state: StateName, author: TestUser) => {
    if (state === 'closed') await does(moe, id, 'close', { close_type: 64 })
    if (state === 'pinned') await does(moe, id, 'pin')
    if (state === 'unlisted') await does(moe, id, 'unlist')
    if (state === 'pending') await hold(id)
    if (state === 'deleted') await does(moe, id, 'delete')
    if (state === 'own-deleted') await does(author, id, 'delete')
    if (state === 'accepted')
      await t.accept(ann, objectId('question', (await findPost(w.app.db, id))!.question_id), objectId('answer', id))
    await w.settle()
  }

  /** One cell of the tables: what comes of it, and that it is whole, or that nothing has changed; and what undoes it leaves everything as it was. */
  const expectOutcome = async (
    person: TestUser,
    id: number,
    state: StateName,
    operation: OperationName,
    wanted: string,
  ) => {
    const [before, stood] = [await snapshot(w), await standing(w)]
    const details = operation === 'close' ? { close_type: 64 } : {}
    const came = await does(person, id, operation, details).then(
      (changed) => (changed ? 'done' : 'as-is'),
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return { forbidden: 'no', 'not-found': 'gone', bad: 'bad' }[error.kind as string] ?? error.kind
      },
    )
    expect(came).toBe(wanted)
    if (came !== 'done') expect(difference(before, await snapshot(w)), 'nothing has changed').toEqual([])
    await w.settle()
    const back = BACK[operation]
    // What waited for review is let through when the staff bring it back, so that is another state.
    if (came !== 'done' || !back || (state === 'pending' && (person === moe || person === admin))) return
    await does(person, id, back, back === 'close' ? { close_type: 64 } : {})
    await w.settle()
    const after = await standing(w)
    if (operation !== 'undelete') expect(difference(stood, after), `${operation} and back`).toEqual([])
  }

  describe.each(Object.entries(QUESTIONS))('%s', (who, table) => {
    const people = (): Record<string, TestUser> => ({
      'another member': other,
      'its author': ann,
      'a moderator': moe,
      'an admin': admin,
    })
    test.each(
      OPERATION_NAMES.flatMap((operation) =>
        STATES.map((state, at) => [operation, state, table[operation].trim().split(/\s+/)[at]!] as const),
      ),
    )('to %s a question that is %s: %s', async (operation, state, wanted) => {
      const id = numberOf('question', await t.ask(ann))
      await reach(id, state, ann)
      await expectOutcome(people()[who]!, id, state, operation, wanted)
    })
  })

  describe.each(Object.entries(ANSWERS))('%s', (who, table) => {
    const people = (): Record<string, TestUser> => ({
      'another member': other,
      'the asker': ann,
      'its author': bob,
      'a moderator': moe,
      'an admin': admin,
    })
    test.each(
      (Object.keys(table) as (keyof typeof table)[]).flatMap((operation) =>
        ANSWER_STATES.map((state, at) => [operation, state, table[operation].trim().split(/\s+/)[at]!] as const),
      ),
    )('to %s an answer that is %s: %s', async (operation, state, wanted) => {
      const id = numberOf('answer', await t.answer(bob, await t.ask(ann)))
      await reach(id, state, bob)
      await expectOutcome(people()[who]!, id, state, operation, wanted)
    })
  })

  test('answers are neither closed nor pinned nor unlisted', async () => {
    const id = numberOf('answer', await t.answer(bob, await t.ask(ann)))
    for (const operation of ['close', 'reopen', 'pin', 'unpin', 'list', 'unlist'] as const)
      await expect(does(admin, id, operation)).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('the number of an answer is not that of a question', async () => {
    const answer = numberOf('answer', await t.answer(bob, await t.ask(ann)))
    expect(await refusal(w.as(moe).call(deleteQuestion, { body: { id: objectId('question', answer) } }))).toMatchObject(
      { status: 404 },
    )
    expect(
      await refusal(
        w
          .as(moe)
          .call(recoverAnswer, { body: { answer_id: objectId('answer', numberOf('question', await t.ask(ann))) } }),
      ),
    ).toMatchObject({ status: 404 })
  })

  describe('closing', () => {
    const close = (person: TestUser, id: string, close_type: number, close_msg = '') =>
      w.as(person).call(closeQuestion, { body: { id, close_type, close_msg } })
    const address = (id: string) => `http://world.example/questions/${id}`
    const notices = async (person: TestUser, action: string) =>
      (
        await w.app.db
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', person.id)
          .where('action', '=', action)
          .execute()
      ).length

    test('takes a reason of the list, and a remark where the reason asks for one', async () => {
      const id = await t.ask(ann)
      expect((await refusal(close(moe, id, 57))).fields).toEqual(['close_type'])
      expect((await refusal(close(moe, id, 59, '   '))).fields).toEqual(['close_msg'])
      expect(await refusal(close(ann, id, 60, 'whatever'))).toMatchObject({
        status: 403,
        reason: 'error.rank.fail_to_meet_the_condition',
      })
      expect((await row(id)).status).toBe(1)
      await close(moe, id, 59, ' Ask in the morning. ')
      expect((await info(undefined, id)).operation).toMatchObject({
        type: '',
        msg: 'Ask in the morning.',
        remark: 'Ask in the morning.',
        level: 'info',
        time: w.clock.now(),
      })
      expect(await refusal(t.answer(bob, id))).toMatchObject({
        status: 400,
        reason: 'error.answer.question_closed_cannot_add',
      })
    })

    test("a remark that the reason doesn't ask for is not kept", async () => {
      const id = await t.ask(ann)
      await close(moe, id, 63, 'not asked for')
      expect((await info(undefined, id)).operation!.msg).not.toContain('not asked for')
    })

    test('a duplicate needs another question of this site that everybody can see', async () => {
      const [id, target, gone, hidden] = [await t.ask(ann), await t.ask(bob), await t.ask(bob), await t.ask(bob)]
      await does(moe, numberOf('question', gone), 'delete')
      await hold(numberOf('question', hidden))
      for (const [typed, reason] of [
        ['not an address', 'field.bad_url'],
        ['javascript:alert(1)', 'field.bad_url'],
        [`http://elsewhere.example/questions/${target}`, 'field.bad_origin'],
        ['http://world.example/tags', 'field.not_a_question'],
        [address(objectId('question', 9_999_999)), 'field.not_a_question'],
        [address(gone), 'field.not_a_question'],
        [address(hidden), 'field.not_a_question'],
        [address(id), 'field.duplicate_of_itself'],
        ['', 'field.blank'],
      ] as const) {
        const actor = await member(moe)
        await expect(
          w.app.transaction((tx) =>
            operate(tx, actor, numberOf('question', id), 'close', { close_type: 60, close_msg: typed }),
          ),
          typed,
        ).rejects.toMatchObject({ fields: [{ field: 'close_msg', reason }] })
      }
      expect((await row(id)).status).toBe(1)
      for (const typed of [
        `http://world.example/questions/${target}/some-title`,
        `http://world.example/questions/${target}?order=newest#top`,
        `/questions/${target}`,
      ]) {
        await close(moe, id, 60, typed)
        expect((await info(undefined, id)).operation).toMatchObject({ msg: address(target), duplicate: { id: target } })
        await w.as(moe).call(reopenQuestion, { body: { question_id: id } })
      }
    })

    test('as a duplicate shows the other with its best answer, and links both; reopening takes the link away', async () => {
      const [id, target] = [await t.ask(ann), await t.ask(bob)]
      await t.answer(ann, target, 'The first answer there is.')
      const second = await t.answer(other, target, 'The answer that was accepted.')
      await t.accept(bob, target, second)
      await close(moe, id, 60, address(target))
      const { operation } = await info(undefined, id)
      expect(operation).toMatchObject({
        type: 'A duplicate',
        msg: address(target),
        duplicate: {
          id: target,
          answer_count: 2,
          answers: [{ id: second, accepted: 2, description: 'The answer that was accepted.' }],
        },
      })
      expect((await row(target)).linked_count).toBe(1)
      await w.as(moe).call(reopenQuestion, { body: { question_id: id } })
      expect((await info(undefined, id)).operation).toBeUndefined()
      expect((await row(target)).linked_count).toBe(0)
      expect(await refusal(close(moe, id, 60, address(id)))).toMatchObject({ status: 400 })
    })

    test('tells nothing of the other question to whom it is hidden', async () => {
      const [id, target] = [await t.ask(ann), await t.ask(bob, 'A title with the word quokkas in it')]
      await close(moe, id, 60, `${address(target)}/a-title-with-the-word-quokkas-in-it`)
      expect(JSON.stringify(await info(undefined, id))).toContain('quokkas')
      await does(moe, numberOf('question', target), 'delete')
      for (const viewer of [undefined, ann, other]) {
        const told = JSON.stringify(await info(viewer, id))
        expect(told).not.toContain('quokkas')
        expect(told).not.toContain(target)
      }
    })

    test('two questions are not duplicates of each other', async () => {
      const [id, target] = [await t.ask(ann), await t.ask(bob)]
      await close(moe, id, 60, address(target))
      expect((await refusal(close(moe, target, 60, address(id)))).fields).toEqual(['close_msg'])
    })

    test('once more for the same reason is no mistake; for another, somebody was quicker', async () => {
      const id = await t.ask(ann)
      await close(moe, id, 64)
      await close(admin, id, 64)
      expect(await refusal(close(admin, id, 63))).toMatchObject({ status: 409, reason: 'error.post.closed' })
    })

    test('is told to its author, but not to who did it', async () => {
      const [id, own] = [await t.ask(bob), await t.ask(moe)]
      const before = await notices(bob, 'your_question_is_closed')
      await close(moe, id, 64)
      await close(moe, own, 64)
      expect([
        (await notices(bob, 'your_question_is_closed')) - before,
        await notices(moe, 'your_question_is_closed'),
      ]).toEqual([1, 0])
      // And that it is undone: whoever has read of the closing would else believe it.
      for (const one of [id, own]) await w.as(moe).call(reopenQuestion, { body: { question_id: one } })
      expect([
        await notices(bob, 'your_question_was_reopened'),
        await notices(moe, 'your_question_was_reopened'),
      ]).toEqual([1, 0])
    })

    test('stays with its reason through a deletion', async () => {
      const id = await t.ask(ann)
      await close(moe, id, 59, 'A reason to remember.')
      await w.as(moe).call(deleteQuestion, { body: { id } })
      await w.as(moe).call(recoverQuestion, { body: { question_id: id } })
      expect(await info(undefined, id)).toMatchObject({ status: 2, operation: { msg: 'A reason to remember.' } })
    })
  })

  describe('what follows', () => {
    const counted = async (id: string) => {
      await w.settle()
      return {
        lists: (await w.nobody.call(questionPage, { query: { page_size: 100 } })).list.some((card) => card.id === id),
        found: (await w.nobody.call(search, { query: { q: `user:ann "${(await row(id)).title}"` } })).list.length,
        tag: (await w.nobody.call(tag, { query: { name: 'support' } })).question_count,
        member: (await member(ann)).question_count,
      }
    }

    test.each([
      ['delete', 'undelete'],
      ['unlist', 'list'],
    ] as const)(
      'to %s takes it from lists, search, its tag and its author, and to %s brings it back',
      async (away, back) => {
        const id = await t.ask(ann, `Where do ${away} lemmings go at night?`)
        const before = await counted(id)
        expect(before).toMatchObject({ lists: true, found: 1 })
        await does(moe, numberOf('question', id), away)
        expect(await counted(id)).toEqual({ lists: false, found: 0, tag: before.tag - 1, member: before.member - 1 })
        await does(moe, numberOf('question', id), back)
        expect(await counted(id)).toEqual(before)
      },
    )

    test('what its text and its answers link to is linked from it while everybody can see it', async () => {
      const [target, second] = [await t.ask(bob), await t.ask(bob)]
      const id = await t.ask(ann, `What has #${target} to do with lemmings?`)
      await w.app.transaction((tx) =>
        updatePost(tx.db, numberOf('question', id), { original_text: `As in #${target}.` }),
      )
      await w.app.transaction((tx) =>
        sql`update revisions set original_text = ${`As in #${target}.`} where object_type = 'question' and object_id = ${numberOf('question', id)}`.execute(
          tx.db,
        ),
      )
      const answer = await t.answer(bob, id, `Rather as in #${second}.`)
      const links = async () => [(await row(target)).linked_count, (await row(second)).linked_count]
      for (const [away, back] of [
        ['delete', 'undelete'],
        ['unlist', 'list'],
      ] as const) {
        await does(moe, numberOf('question', id), away)
        expect(await links()).toEqual([0, 0])
        await does(moe, numberOf('question', id), back)
        expect(await links()).toEqual([1, 1])
      }
      await does(moe, numberOf('answer', answer), 'delete')
      expect(await links()).toEqual([1, 0])
      await does(moe, numberOf('answer', answer), 'undelete')
      expect(await links()).toEqual([1, 1])
    })

    test('an accepted answer that is deleted and comes back is accepted again, and is paid once', async () => {
      const [asker, answerer, question] = [await w.given.member({ rank: 100 }), await w.given.member({ rank: 100 }), '']
      const id = await t.ask(asker, question || undefined)
      const answer = await t.answer(answerer, id)
      await t.accept(asker, id, answer)
      const ranks = async () => [(await member(asker)).rank, (await member(answerer)).rank]
      expect(await ranks()).toEqual([102, 115])
      await w.as(moe).call(deleteAnswer, { body: { id: answer } })
      expect([await ranks(), (await row(id)).accepted_answer_id]).toEqual([[102, 115], 0])
      await w.as(moe).call(recoverAnswer, { body: { answer_id: answer } })
      expect([await ranks(), (await row(id)).accepted_answer_id]).toEqual([[102, 115], numberOf('answer', answer)])
      await t.accept(asker, id, '0')
      expect(await ranks()).toEqual([100, 100])
    })

    test('an answer whose place another has taken comes back without it; accepting it again pays nothing twice', async () => {
      const [asker, answerer] = [await w.given.member({ rank: 100 }), await w.given.member({ rank: 100 })]
      const id = await t.ask(asker)
      const [answer, another] = [await t.answer(answerer, id), await t.answer(other, id)]
      await t.accept(asker, id, answer)
      await w.as(moe).call(deleteAnswer, { body: { id: answer } })
      await t.accept(asker, id, another)
      await w.as(moe).call(recoverAnswer, { body: { answer_id: answer } })
      expect((await row(id)).accepted_answer_id).toBe(numberOf('answer', another))
      await t.accept(asker, id, answer)
      expect((await member(answerer)).rank).toBe(115)
    })

    test('an author whose post somebody else deletes is told; one who deletes it themselves is not', async () => {
      const told = async (person: TestUser) =>
        (
          await w.app.db
            .selectFrom('notifications')
            .select('action')
            .where('user_id', '=', person.id)
            .where('action', 'like', '%was_deleted')
            .execute()
        ).length
      const [before, mine] = [await told(ann), await t.ask(ann)]
      await w.as(ann).call(deleteQuestion, { body: { id: mine } })
      expect(await told(ann)).toBe(before)
      await w.as(moe).call(deleteQuestion, { body: { id: await t.ask(ann) } })
      const answer = await t.answer(ann, await t.ask(bob))
      await w.as(moe).call(deleteAnswer, { body: { id: answer } })
      expect(await told(ann)).toBe(before + 2)
    })

    test('what waits for review still waits when its author takes back its deletion, and is shown when the staff do', async () => {
      const ids = [numberOf('question', await t.ask(ann)), numberOf('question', await t.ask(ann))] as const
      for (const [at, person, status] of [
        [0, ann, 11],
        [1, moe, 1],
      ] as const) {
        await hold(ids[at])
        await does(ann, ids[at], 'delete')
        await does(person, ids[at], 'undelete')
        expect((await findPost(w.app.db, ids[at]))!.status).toBe(status)
      }
    })

    test('a pinned question leads every list', async () => {
      const [first, id] = [await t.ask(bob), await t.ask(ann)]
      await t.ask(bob)
      await w.as(moe).call(operateQuestion, { body: { id: first, operation: 'pin' } })
      expect((await w.nobody.call(questionPage, { query: {} })).list[0]).toMatchObject({ id: first, pin: 2 })
      await w.as(moe).call(operateQuestion, { body: { id: first, operation: 'unpin' } })
      expect((await w.nobody.call(questionPage, { query: {} })).list[0]!.id).not.toBe(first)
      expect((await row(id)).pin).toBe(1)
    })
  })

  describe('the administration', () => {
    const list = async (query: Partial<QueryOf<typeof questionsInState>>) =>
      (await w.as(admin).call(questionsInState, { query: { page_size: 100, ...query } })).list
    test('lists questions and answers by state, by a part of the text, and by id', async () => {
      const [open, gone] = [
        await t.ask(ann, 'How do 100% of narwhals_sleep?'),
        await t.ask(ann, 'Where do narwhals sleep?'),
      ]
      const answer = await t.answer(bob, open, 'Narwhals sleep upside down.')
      await w.as(moe).call(deleteQuestion, { body: { id: gone } })
      const ids = async (query: Partial<QueryOf<typeof questionsInState>>) => (await list(query)).map(({ id }) => id)
      expect(await ids({ query: 'narwhals' })).toEqual([open])
      expect(await ids({ query: '100% of' })).toEqual([open])
      expect(await ids({ query: 'narwhals%sleep' })).toEqual([])
      expect(await ids({ status: 'deleted', query: 'narwhals' })).toEqual([gone])
      expect(await ids({ status: 'deleted', query: gone })).toEqual([gone])
      expect(await ids({ query: gone })).toEqual([])
      expect(
        (await list({ status: 'deleted', query: 'narwhals' }))[0]!.member_actions.map(({ action }) => action),
      ).toEqual(['undelete', 'erase'])
      const answers = async (query: Partial<QueryOf<typeof answersInState>>) =>
        (await w.as(admin).call(answersInState, { query })).list
      expect(await answers({ query: 'upside down' })).toMatchObject([
        { id: answer, question_id: open, question_info: { title: 'How do 100% of narwhals_sleep?' }, accepted: 1 },
      ])
      expect((await answers({ question_id: open })).map(({ id }) => id)).toEqual([answer])
      expect((await answers({ query: open })).map(({ id }) => id)).toEqual([answer])
      expect(await answers({ question_id: 'nonsense' })).toEqual([])
      expect(await answers({ status: 'pending', query: 'upside down' })).toEqual([])
    })

    test.each([
      ['available', 'closed'],
      ['available', 'deleted'],
      ['closed', 'deleted'],
      ['closed', 'available'],
      ['deleted', 'available'],
      ['deleted', 'closed'],
      ['pending', 'available'],
      ['pending', 'closed'],
      ['pending', 'deleted'],
    ] as const)('brings a question from %s to %s', async (from, to) => {
      const id = await t.ask(ann)
      if (from === 'pending') await hold(numberOf('question', id))
      else await w.as(admin).call(setQuestionStatus, { body: { question_id: id, status: from } })
      await w.as(admin).call(setQuestionStatus, { body: { question_id: id, status: to } })
      expect((await row(id)).status).toBe({ available: 1, closed: 2, deleted: 10 }[to])
      await w.as(admin).call(setQuestionStatus, { body: { question_id: id, status: to } })
    })

    test('brings an answer from state to state', async () => {
      const id = await t.answer(bob, await t.ask(ann))
      for (const [status, code] of [
        ['deleted', 10],
        ['deleted', 10],
        ['available', 1],
        ['available', 1],
      ] as const) {
        await w.as(admin).call(setAnswerStatus, { body: { answer_id: id, status } })
        expect((await row(id)).status).toBe(code)
      }
      await hold(numberOf('answer', id))
      await w.as(admin).call(setAnswerStatus, { body: { answer_id: id, status: 'available' } })
      expect((await row(id)).status).toBe(1)
    })

    test('finds what it lists by an index', async () => {
      const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
      if (engine === 'postgres') return // too few rows for a plan to mean anything
      const { rows } = await sql<{
        detail: string
      }>`${sql.raw(explain)} select id from posts where (status + 0) = 1 and kind = 'question' order by created_at desc, id desc limit 20`.execute(
        w.app.db,
      )
      expect(rows.map(({ detail }) => detail).join()).toContain('posts_by_state')
    })

    test("shows the other question's address as the site writes addresses", async () => {
      const [id, target] = [await t.ask(ann), await t.ask(bob, 'Is this the form of it?')]
      await w
        .as(moe)
        .call(closeQuestion, { body: { id, close_type: 60, close_msg: `http://world.example/questions/${target}` } })
      await w.as(admin).call(saveSeoSettings, { body: { permalink: 1 } })
      expect((await info(undefined, id)).operation!.msg).toBe(
        `http://world.example/questions/${target}/is-this-the-form-of-it`,
      )
      await w.as(admin).call(saveSeoSettings, { body: { permalink: 2 } })
    })
  })

  describe('for good', () => {
    test('a question goes with all that hangs on it; what it brought its people stays', async () => {
      const [asker, answerer] = [await w.given.member({ rank: 100 }), await w.given.member({ rank: 100 })]
      const id = await t.ask(asker)
      const answer = await t.answer(answerer, id)
      await t.comment(ann, answer)
      await t.vote(ann, 'up', await t.comment(bob, id))
      await t.vote(ann, 'up', id)
      await t.vote(ann, 'up', answer)
      await t.accept(asker, id, answer)
      const duplicate = await t.ask(bob)
      await w.as(moe).call(closeQuestion, {
        body: { id: duplicate, close_type: 60, close_msg: `http://world.example/questions/${id}` },
      })
      await w.as(moe).call(deleteQuestion, { body: { id } })
      await w.as(admin).call(deletePermanently, { body: { type: 'questions', object_id: id } })
      await w.settle()
      for (const one of [admin, asker])
        expect(await refusal(info(one, id))).toMatchObject({ status: 404, reason: 'error.question.not_found' })
      expect([(await member(asker)).rank, (await member(answerer)).rank]).toEqual([112, 125])
      expect(await findFaults(w.app)).toEqual([])
      expect((await info(undefined, duplicate)).operation).toMatchObject({ type: 'A duplicate' })
      await expect(does(admin, numberOf('question', id), 'undelete')).rejects.toMatchObject({ kind: 'not-found' })
    })

    test('all that is deleted goes at once, and nothing else', async () => {
      const [kept, gone] = [await t.ask(ann), await t.ask(ann)]
      const [answer, left] = [await t.answer(bob, kept), await t.answer(ann, await t.ask(bob))]
      await w.as(moe).call(deleteQuestion, { body: { id: gone } })
      await w.as(moe).call(deleteAnswer, { body: { id: answer } })
      for (const type of ['answers', 'questions'] as const)
        await w.as(admin).call(deletePermanently, { body: { type } })
      const { rows } = await sql<{ n: number }>`select count(*) as n from posts where status = 10`.execute(w.app.db)
      expect(rows[0]!.n).toBe(0)
      expect([(await row(kept)).answer_count, (await row(left)).status]).toEqual([0, 1])
      expect(
        (await refusal(w.as(admin).call(deletePermanently, { body: { type: 'everything' as 'users' } }))).fields,
      ).toEqual(['type'])
      expect(
        await refusal(w.as(admin).call(deletePermanently, { body: { type: 'questions', object_id: kept } })),
      ).toMatchObject({ status: 400, reason: 'error.post.open' })
    })

    test('of several each goes by itself; what isn’t deleted any more stays, and the reply says so', async () => {
      const [gone, back, missing] = [await t.ask(ann), await t.ask(ann), objectId('question', 999_999)]
      await w.as(moe).call(deleteQuestion, { body: { id: gone } })
      const reply = await w
        .as(admin)
        .call(deletePermanently, { body: { type: 'questions', object_ids: [gone, back, missing] } })
      expect(reply).toMatchObject({
        erased: [gone],
        kept: [
          { object_id: back, reason: 'error.post.open' },
          { object_id: missing, reason: 'error.question.not_found' },
        ],
      })
      expect([await findPost(w.app.db, numberOf('question', gone)), (await row(back)).status]).toEqual([undefined, 1])
    })

    test('a deleted account keeps nothing but its number, at once or after thirty days; others stay as they are', async () => {
      const [one, two, three] = await Promise.all(
        ['first', 'second', 'third'].map((name) => w.given.member({ name: `leaving-${name}` })),
      )
      const question = await t.ask(one!)
      const remove = (person: TestUser) =>
        w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), status: 'deleted' } })
      await remove(one!)
      await w.as(admin).call(deletePermanently, { body: { type: 'users' } })
      expect(await member(one!)).toMatchObject({
        username: `user${one!.id}`,
        display_name: `user${one!.id}`,
        e_mail: null,
        password_hash: null,
        status: 10,
      })
      expect((await info(undefined, question)).user_info.username).toBe(`user${one!.id}`)
      expect(
        await refusal(w.as(admin).call(setUserStatus, { body: { user_id: String(one!.id), status: 'normal' } })),
      ).toMatchObject({ status: 404 })
      await w.given.member({ name: 'leaving-first' })
      await remove(two!)
      await eraseLongDeleted(w.app)
      expect(
        (await w.as(admin).call(usersPage, { query: { status: 'deleted' } })).list.map((user) => user.user_id),
      ).toEqual([String(two!.id)])
      w.clock.advance(30 * DAY)
      admin = await w.given.admin() // the former session is over
      await remove(three!)
      await eraseLongDeleted(w.app)
      expect([(await member(two!)).e_mail, (await member(three!)).e_mail]).toEqual([null, 'leaving-third@example.com'])
    })
  })
})
