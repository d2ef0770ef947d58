import { switchCollection } from '@askwell/contract/collections.ts'
import { follow } from '@askwell/contract/follows.ts'
import { invite } from '@askwell/contract/invitations.ts'
import { react, reactions } from '@askwell/contract/reactions.ts'
import { expect } from 'vitest'
import { all, AT_ONCE, notices, outcome, post, race, times, user } from './race.ts'

race('follows, bookmarks, reactions and invitations', {
  'following the same thing counts once': async (arena) => {
    const [asker, fan] = await arena.some(2)
    const question = await arena.t.ask(asker!)
    for (const object_id of [question, String(asker!.id)])
      expect(outcome(await times(AT_ONCE, () => arena.w.as(fan!).call(follow, { body: { object_id } })))).toEqual(
        all(AT_ONCE),
      )
    expect([(await post(arena, question)).follow_count, (await user(arena, asker!)).follow_count]).toEqual([1, 1])
  },
  'followers of one thing at once are all counted': async (arena) => {
    const [asker, people] = [await arena.member(), await arena.some(AT_ONCE)]
    const question = await arena.t.ask(asker)
    for (const object_id of [question, String(asker.id)])
      expect(
        outcome(await times(AT_ONCE, (n) => arena.w.as(people[n]!).call(follow, { body: { object_id } }))),
      ).toEqual(all(AT_ONCE))
    expect([(await post(arena, question)).follow_count, (await user(arena, asker)).follow_count]).toEqual([
      AT_ONCE,
      AT_ONCE,
    ])
  },
  'bookmarking the same thing counts once': async (arena) => {
    const [asker, reader] = await arena.some(2)
    const object_id = await arena.t.ask(asker!)
    expect(
      outcome(
        await times(AT_ONCE, () => arena.w.as(reader!).call(switchCollection, { body: { object_id, bookmark: true } })),
      ),
    ).toEqual(all(AT_ONCE))
    expect((await post(arena, object_id)).collection_count).toBe(1)
    await times(AT_ONCE, (n) =>
      arena.w.as(reader!).call(switchCollection, { body: { object_id, bookmark: n % 2 === 0 } }),
    )
    expect([0, 1]).toContain((await post(arena, object_id)).collection_count)
  },
  'the same reaction counts once': async (arena) => {
    const [asker, reader] = await arena.some(2)
    const object_id = await arena.t.ask(asker!)
    expect(
      outcome(
        await times(AT_ONCE, () =>
          arena.w.as(reader!).call(react, { body: { object_id, emoji: 'heart', reaction: 'activate' } }),
        ),
      ),
    ).toEqual(all(AT_ONCE))
    expect((await arena.w.nobody.call(reactions, { query: { object_id } })).reaction_summary).toMatchObject([
      { emoji: 'heart', count: 1 },
    ])
  },
  'a member who is invited again and again is told once': async (arena) => {
    const [asker, [expert]] = [await arena.w.given.member({ rank: 1000 }), await arena.some(1)]
    const id = await arena.t.ask(asker)
    expect(
      outcome(
        await times(AT_ONCE, () => arena.w.as(asker).call(invite, { body: { id, invite_user: [expert!.username] } })),
      ),
    ).toEqual(all(AT_ONCE))
    expect(await notices(arena, expert!, 'invited_you_to_answer')).toBe(1)
  },
})
