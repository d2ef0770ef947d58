import { askQuestion, editQuestion } from '@askwell/contract/questions.ts'
import { deleteTag, mergeTags } from '@askwell/contract/tags.ts'
import { expect } from 'vitest'
import { all, AT_ONCE, draft, fresh, outcome, race, standing, tagsOf, times } from './race.ts'

race('tags', {
  'tags merged in a circle become one tag, with all their questions': async (arena) => {
    const [moe, asker] = [await arena.w.given.moderator(), await arena.member()]
    const ring = await tagsOf(arena, moe, 3)
    for (const { slug_name } of ring)
      await arena.w.as(asker).call(askQuestion, { body: { ...draft(), tags: [{ slug_name }] } })
    await times(AT_ONCE, (n) =>
      arena.w
        .as(moe)
        .call(mergeTags, { body: { source_tag_id: ring[n % 3]!.tag_id, target_tag_id: ring[(n + 1) % 3]!.tag_id } }),
    )
    expect((await standing(arena, ring)).filter(({ main_tag_id }) => main_tag_id === 0)).toMatchObject([
      { question_count: 3 },
    ])
  },
  'questions tagged while their tag is merged bear the tag it is merged into': async (arena) => {
    const [moe, people] = [await arena.w.given.moderator(), await arena.some(AT_ONCE)]
    const [source, target] = await tagsOf(arena, moe, 2)
    const edited = await arena.w.as(people[0]!).call(askQuestion, { body: { ...draft(), tags: [source!] } })
    const settled = await times<unknown>(AT_ONCE + 2, (n) =>
      n === AT_ONCE / 2
        ? arena.w.as(moe).call(mergeTags, { body: { source_tag_id: source!.tag_id, target_tag_id: target!.tag_id } })
        : n === AT_ONCE / 2 + 1
          ? arena.w.as(people[0]!).call(editQuestion, { body: { ...draft(), id: edited.id, tags: [source!] } })
          : arena.w.as(people[n % AT_ONCE]!).call(askQuestion, { body: { ...draft(), tags: [source!] } }),
    )
    expect(outcome(settled)).toEqual(all(AT_ONCE + 2))
    expect(await standing(arena, [source!, target!])).toMatchObject([
      { question_count: 0 },
      { main_tag_id: 0, question_count: AT_ONCE + 1 },
    ])
  },
  'a tag is either deleted or used, depending on who comes first': async (arena) => {
    const [moe, people] = [await arena.w.given.moderator(), await arena.some(AT_ONCE)]
    const [tag] = await tagsOf(arena, moe, 1)
    const settled = await times<unknown>(AT_ONCE, (n) =>
      n === 1
        ? arena.w.as(moe).call(deleteTag, { body: { tag_id: tag!.tag_id } })
        : arena.w.as(people[n]!).call(askQuestion, { body: { ...draft(), tags: [tag!] } }),
    )
    const found = (await standing(arena, [tag!]))[0]!
    expect([found.status, found.question_count]).toEqual(
      settled[1]!.status === 'fulfilled' ? [10, 0] : [1, AT_ONCE - 1],
    )
  },
  'a new tag that many think of at once is one tag, with all their questions': async (arena) => {
    const people = await arena.some(AT_ONCE)
    const slug_name = `fresh-${fresh()}`
    for (const person of people)
      await arena.w.app.transaction((tx) =>
        tx.db.updateTable('users').set({ role_id: 3 }).where('id', '=', person.id).execute(),
      )
    expect(
      outcome(
        await times(AT_ONCE, (n) =>
          arena.w.as(people[n]!).call(askQuestion, { body: { ...draft(), tags: [{ slug_name }] } }),
        ),
      ),
    ).toEqual(all(AT_ONCE))
    expect(
      await arena.w.app.db.selectFrom('tags').select('question_count').where('slug_name', '=', slug_name).execute(),
    ).toEqual([{ question_count: AT_ONCE }])
  },
})
