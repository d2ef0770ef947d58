import { numberOf } from '@askwell/contract/ids.ts'
import { UNDO_SECONDS } from '@askwell/contract/limits.ts'
import { askQuestion, editQuestion } from '@askwell/contract/questions.ts'
import {
  decideFlag,
  decideQueued,
  flaggedPosts,
  flagPost,
  holdDecisions,
  queuedPosts,
} from '@askwell/contract/reviews.ts'
import { auditRevision, suggestions, withdrawSuggestion } from '@askwell/contract/revisions.ts'
import { expect } from 'vitest'
import { carryOutDue } from '../../src/features/content/reviews/service.ts'
import { CallFailed } from '../world.ts'
import { all, AT_ONCE, draft, notices, outcome, post, race, times, user } from './race.ts'

race('reviews', {
  'a report is decided once': async (arena) => {
    const [asker, moderators] = [
      await arena.member(),
      await Promise.all(Array.from({ length: 4 }, () => arena.w.given.moderator())),
    ]
    const id = await arena.t.ask(asker)
    const flagged = await times(AT_ONCE, () =>
      arena.w.as(asker).call(flagPost, { body: { object_id: id, report_type: 57 } }),
    )
    expect(outcome(flagged)).toEqual(all(AT_ONCE))
    const { list } = await arena.w.as(moderators[0]!).call(flaggedPosts, { query: { page_size: 100 } })
    const [flag, ...more] = list.filter(({ object_id }) => object_id === id)
    expect(more).toEqual([])
    const { flag_id } = flag!
    const decided = await times(AT_ONCE, async (n): Promise<unknown> => {
      const as = arena.w.as(moderators[n % 4]!)
      if (n % 3)
        return as.call(decideFlag, { body: { flag_id, operation_type: n % 2 ? 'unlist_post' : 'delete_post' } })
      const { taken } = await as.call(holdDecisions, {
        body: { decisions: [{ queue: 'flagged_post', id: flag_id, operation: 'ignore_report' }] },
      })
      if (taken[0]) throw new CallFailed(409, taken[0].reason, null)
      return null
    })
    const { done, refused } = outcome(decided)
    expect(done).toBe(1)
    for (const reason of refused) expect(reason).toMatch(/^error\.review\.decided_/)
    arena.w.clock.advance(UNDO_SECONDS)
    await carryOutDue(arena.w.app)
    expect(
      (await notices(arena, asker, 'your_flag_was_followed')) + (await notices(arena, asker, 'your_flag_was_ignored')),
    ).toBe(1)
  },
  'a post that waits is let through once': async (arena) => {
    const [asker, moderators] = [
      await arena.member(),
      await Promise.all(Array.from({ length: 4 }, () => arena.w.given.moderator())),
    ]
    arena.w.app.reviewers.push({ slug_name: 'careful', review: () => ({ verdict: 'waiting' }) })
    const id = await arena.t.ask(asker)
    arena.w.app.reviewers.length = 0
    const { review_id } = (await arena.w.as(moderators[0]!).call(queuedPosts, { query: { object_id: id } })).list[0]!
    const { done } = outcome(
      await times(AT_ONCE, (n) =>
        arena.w.as(moderators[n % 4]!).call(decideQueued, { body: { review_id, status: 'approve' } }),
      ),
    )
    expect([
      done,
      (await user(arena, asker)).question_count,
      await notices(arena, asker, 'your_question_was_approved'),
    ]).toEqual([1, 1, 1])
  },
  'a new tag of several questions that wait is made once, and borne by all of them': async (arena) => {
    const [asker, moderators] = [
      await arena.w.given.member({ rank: 2000 }),
      await Promise.all(Array.from({ length: 4 }, () => arena.w.given.moderator())),
    ]
    arena.w.app.reviewers.push({ slug_name: 'careful', review: () => ({ verdict: 'waiting' }) })
    const slug_name = `held-for-${asker.username}`
    const ids: string[] = []
    for (let n = 0; n < AT_ONCE; n++)
      ids.push(
        (
          await arena.w
            .as(asker)
            .call(askQuestion, { body: { ...draft(), tags: [{ slug_name: 'support' }, { slug_name }] } })
        ).id,
      )
    arena.w.app.reviewers.length = 0
    const { list } = await arena.w.as(moderators[0]!).call(queuedPosts, { query: { page_size: 100 } })
    const reviews = ids.map((id) => list.find(({ object_id }) => object_id === id)!.review_id)
    expect(
      outcome(
        await times(AT_ONCE, (n) =>
          arena.w.as(moderators[n % 4]!).call(decideQueued, { body: { review_id: reviews[n]!, status: 'approve' } }),
        ),
      ),
    ).toEqual(all(AT_ONCE))
    expect(
      await arena.w.app.db
        .selectFrom('tags')
        .select(['question_count', 'user_id'])
        .where('slug_name', '=', slug_name)
        .execute(),
    ).toEqual([{ question_count: AT_ONCE, user_id: asker.id }])
  },
  'a suggestion is decided once': async (arena) => {
    const [asker, judges] = [
      await arena.member(),
      await Promise.all(Array.from({ length: AT_ONCE }, () => arena.w.given.member({ rank: 2000 }))),
    ]
    const [id, suggester] = [await arena.t.ask(asker), await arena.member()]
    const { rank } = await user(arena, suggester)
    expect(
      outcome(await times(AT_ONCE, () => arena.w.as(suggester).call(editQuestion, { body: { id, ...draft() } }))),
    ).toEqual({ done: 1, refused: ['error.revision.review_underway'] })
    const revision_id = (await arena.w.as(judges[0]!).call(suggestions, { query: { object_id: id } })).waiting!
      .unreviewed_info.id
    const { done, refused } = outcome(
      await times(AT_ONCE, (n) =>
        arena.w
          .as(judges[n]!)
          .call(auditRevision, { body: { id: revision_id, operation: n % 2 ? 'approve' : 'reject' } }),
      ),
    )
    const approved = String((await post(arena, id)).revision_id) === revision_id
    expect([done, refused]).toEqual([1, [approved ? 'error.review.decided_approve' : 'error.review.decided_reject']])
    expect((await user(arena, suggester)).rank).toBe(rank + (approved ? 2 : 0))
  },
  'a suggestion is decided, or changed or withdrawn by its author: one of them, and the others are told': async (
    arena,
  ) => {
    const [asker, suggester, judges] = [
      await arena.member(),
      await arena.member(),
      await Promise.all(Array.from({ length: AT_ONCE }, () => arena.w.given.member({ rank: 2000 }))),
    ]
    const id = await arena.t.ask(asker)
    const { rank } = await user(arena, suggester)
    await arena.w.as(suggester).call(editQuestion, { body: { id, ...draft() } })
    const suggestion_id = (await arena.w.as(suggester).call(suggestions, { query: { object_id: id } })).waiting!
      .unreviewed_info.id
    const { done, refused } = outcome(
      await times(AT_ONCE, async (n): Promise<unknown> => {
        const own = arena.w.as(suggester)
        if (n % 3 === 0) return own.call(withdrawSuggestion, { body: { id: suggestion_id } })
        if (n % 3 === 1) return own.call(editQuestion, { body: { id, ...draft(), suggestion_id } })
        return arena.w.as(judges[n]!).call(auditRevision, { body: { id: suggestion_id, operation: 'approve' } })
      }),
    )
    expect(done).toBe(1)
    for (const reason of refused) expect(reason).toMatch(/^error\.review\.decided_(approve|withdrawn)$/)
    const approved = String((await post(arena, id)).revision_id) === suggestion_id
    expect((await user(arena, suggester)).rank).toBe(rank + (approved ? 2 : 0))
    const { waiting, rejected } = await arena.w.as(suggester).call(suggestions, { query: { object_id: id } })
    // One that was changed waits as another; one that was withdrawn is still there to be read.
    expect([approved, waiting !== null, rejected.length > 0].filter(Boolean)).toHaveLength(1)
  },
  'of suggestions and edits that come at once, each is a text of its own, or none': async (arena) => {
    const [asker, others] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    const { done } = outcome(
      await times(AT_ONCE, (n) =>
        arena.w.as(n % 3 ? asker : others[n]!).call(editQuestion, { body: { id, ...draft() } }),
      ),
    )
    const texts = await arena.w.app.db
      .selectFrom('revisions')
      .select(['number', 'status'])
      .where('object_type', '=', 'question')
      .where('object_id', '=', numberOf('question', id))
      .execute()
    expect(texts.filter(({ status }) => status === 1)).toHaveLength(1)
    expect(texts.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array.from({ length: done }, (_, at) => at + 1),
    ])
  },
})
