import { deleteAnswer } from '@askwell/contract/answers.ts'
import { deleteComment } from '@askwell/contract/comments.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { legalText } from '@askwell/contract/site.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flushVisits } from '../../src/features/engagement/badges/visits.ts'
import { threads } from '../threads.ts'
import { engines, type World, world } from '../world.ts'
import { crawl, type Read, reader } from './crawl.ts'
import { plantScene, type Scene, SHARED } from './scene.ts'
import { CALLS } from './addresses.ts'

describe.each(engines)('what was there and is deleted, on %s', (engine) => {
  let w: World
  let scene: Scene
  beforeAll(async () => {
    w = await world(engine)
    scene = await plantScene(w)
    await scene.hide()
    await w.settle()
  }, 120_000)
  afterAll(() => w.close())

  /** Every reply to an anonymous visitor and to a member, without view counts. */
  const everything = async () => {
    const replies = new Map<string, string>()
    const read: Read = async (viewer, surface, address) => {
      const reply = await reader(scene)(viewer, surface, address)
      replies.set(
        `${viewer} ${address.url}`,
        reply.body.replace(/"(unique_)?view_count":\d+/g, '').replace(/"captcha_\w+":"[^"]*"/g, ''),
      )
      return reply
    }
    await crawl(scene, CALLS, { read, viewers: ['nobody', 'member'] })
    return replies
  }

  test('leaves no trace: no count, no order, no time tells of it', { timeout: 120_000 }, async () => {
    // Who reads the terms has a badge for it: the crawl does, so it isn't new when all is read again.
    await w.as(scene.who.member).call(legalText, { query: { info_type: 'tos' } })
    await flushVisits(w.app)
    await w.settle()
    const before = await everything()
    const t = threads(w)
    const { asker, answerer, commenter, moderator } = scene.who
    const question = await t.ask(asker, `A ${SHARED} that nobody will remember`)
    const asides = [await t.comment(commenter, question, { original_text: `See #${scene.hub} of the ${SHARED}.` })]
    const answers = [
      await t.answer(answerer, question, `Rather #${scene.hub}.`),
      await t.answer(answerer, scene.hub, `The ${SHARED} again: #${scene.questions[1]}.`),
    ]
    asides.push(await t.comment(commenter, scene.hub))
    await w.settle()
    expect(await everything()).not.toEqual(before)
    for (const id of asides) await w.as(commenter).call(deleteComment, { body: { comment_id: id } })
    for (const id of answers) await w.as(moderator).call(deleteAnswer, { body: { id } })
    await w.as(moderator).call(deleteQuestion, { body: { id: question } })
    await w.settle()
    const after = await everything()
    expect(
      [...before]
        .filter(([asked, reply]) => after.get(asked) !== reply)
        .map(([asked, reply]) => [asked, reply, after.get(asked)]),
    ).toEqual([])
  })
})
