import { questionInfo } from '@askwell/contract/questions.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { expect, test } from 'vitest'
import { threads } from '../../../../../test/threads.ts'
import { engines, world } from '../../../../../test/world.ts'
import { HOUR } from '../../../../lib/clock.ts'

test.each(engines)('a question was last active when it was last answered, on %s', async (engine) => {
  const site = await world(engine)
  const doing = threads(site)
  const question = await doing.ask(await site.given.member({ name: 'ann' }))
  site.clock.advance(HOUR)
  await doing.answer(await site.given.member({ name: 'bob' }), question)
  const at = site.clock.now()
  expect((await site.nobody.call(questionInfo, { query: { id: question } })).active_time).toBe(at)
  expect((await site.nobody.call(questionThread, { query: { id: question } })).question.active_time).toBe(at)
  await site.close()
})
