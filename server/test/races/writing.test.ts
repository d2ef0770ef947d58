import { editAnswer, writeAnswer } from '@askwell/contract/answers.ts'
import { deleteComment, editComment, writeComment } from '@askwell/contract/comments.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { askQuestion, editQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { expect } from 'vitest'
import type { CallFailed } from '../world.ts'
import { all, AT_ONCE, draft, notices, outcome, post, race, times, user } from './race.ts'

race('writing', {
  'the same question sent again and again is asked once': async (arena) => {
    const [person, body] = [await arena.member(), draft()]
    const asked = await times(AT_ONCE, () => arena.w.as(person).call(askQuestion, { body }))
    expect(outcome(asked)).toEqual(all(AT_ONCE))
    expect(new Set(asked.map((one) => (one as PromiseFulfilledResult<{ id: string }>).value.id)).size).toBe(1)
    expect((await user(arena, person)).question_count).toBe(1)
  },
  'different questions of one member at once are all counted': async (arena) => {
    const person = await arena.member()
    expect(outcome(await times(AT_ONCE, () => arena.w.as(person).call(askQuestion, { body: draft() })))).toEqual(
      all(AT_ONCE),
    )
    expect((await user(arena, person)).question_count).toBe(AT_ONCE)
  },
  'one answer per member, where a site wants that': async (arena) => {
    const [asker, answerer] = await arena.some(2)
    const id = await arena.t.ask(asker!)
    expect(
      outcome(
        await times(AT_ONCE, (n) =>
          arena.w.as(answerer!).call(writeAnswer, { body: { question_id: id, content: `The answer in words ${n}.` } }),
        ),
      ),
    ).toEqual({ done: 1, refused: ['error.answer.restrict_answer'] })
    expect((await post(arena, id)).answer_count).toBe(1)
  },
  'answers by many are all counted, and the asker is told of each': async (arena) => {
    const [asker, people] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    expect(outcome(await times(AT_ONCE, (n) => arena.t.answer(people[n]!, id)))).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).answer_count, await notices(arena, asker, 'answer_the_question')]).toEqual([
      AT_ONCE,
      AT_ONCE,
    ])
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
    expect(
      outcome(
        await times(AT_ONCE, () =>
          arena.w.as(person!).call(writeComment, { body: { object_id: id, original_text: 'The same comment.' } }),
        ),
      ),
    ).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).comment_count, await notices(arena, asker!, 'comment_question')]).toEqual([1, 1])
  },
  'comments by many are all counted, also while others are deleted': async (arena) => {
    const [asker, people] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    const old = await Promise.all(people.slice(0, 4).map((person) => arena.t.comment(person, id)))
    const written = await times(AT_ONCE + 8, (n): Promise<unknown> =>
      n < AT_ONCE
        ? arena.t.comment(people[n]!, id)
        : arena.w.as(people[n % 4]!).call(deleteComment, { body: { comment_id: old[n % 4]! } }),
    )
    expect(outcome(written)).toEqual({ done: AT_ONCE + 4, refused: ['error.comment.not_found'] })
    expect((await post(arena, id)).comment_count).toBe(AT_ONCE)
  },
  'edits of a comment at once leave one of the texts': async (arena) => {
    const person = await arena.member()
    const id = await arena.t.comment(person, await arena.t.ask(person))
    expect(
      outcome(
        await times(AT_ONCE, (n) =>
          arena.w
            .as(person)
            .call(editComment, { body: { comment_id: id, original_text: `The comment in words ${n}.` } }),
        ),
      ),
    ).toEqual(all(AT_ONCE))
  },
  'of edits that began from one text one is taken; the others keep theirs and are shown both': async (arena) => {
    const person = await arena.member()
    const asked = await arena.w.as(person).call(askQuestion, { body: draft() })
    const edits = await times(AT_ONCE, (n) =>
      arena.w.as(person).call(editQuestion, {
        body: {
          id: asked.id,
          title: asked.title,
          content: `The text in words ${n}.`,
          tags: [{ slug_name: 'support' }],
          revision_id: asked.revision_id,
        },
      }),
    )
    expect(outcome(edits)).toEqual({ done: 1, refused: ['error.revision.moved_on'] })
    const { content } = await arena.w.as(person).call(questionInfo, { query: { id: asked.id } })
    for (const [n, edit] of edits.entries())
      if (edit.status === 'rejected')
        expect((edit.reason as CallFailed).data).toMatchObject({
          mine: { content: `The text in words ${n}.` },
          theirs: { content },
        })
  },
  "of edits that don't say where they began the last wins, and each stays as a revision": async (arena) => {
    const [asker, person] = await arena.some(2)
    const id = await arena.t.answer(person!, await arena.t.ask(asker!))
    expect(
      outcome(
        await times(AT_ONCE, (n) =>
          arena.w.as(person!).call(editAnswer, { body: { id, content: `The answer in words ${n}.` } }),
        ),
      ),
    ).toEqual(all(AT_ONCE))
    expect(
      (
        await arena.w.app.db
          .selectFrom('revisions')
          .select('id')
          .where('object_type', '=', 'answer')
          .where('object_id', '=', numberOf('answer', id))
          .execute()
      ).length,
    ).toBe(AT_ONCE + 1)
  },
  'texts that link to one question at once are all counted': async (arena) => {
    const [asker, people] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await arena.t.ask(asker)
    expect(
      outcome(
        await times(AT_ONCE, (n) =>
          arena.w.as(people[n]!).call(askQuestion, { body: { ...draft(), content: `As in #${id}, said by ${n}.` } }),
        ),
      ),
    ).toEqual(all(AT_ONCE))
    expect((await post(arena, id)).linked_count).toBe(AT_ONCE)
  },
})
