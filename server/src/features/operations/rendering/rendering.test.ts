import { createHash } from 'node:crypto'
import { askQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { writeComment } from '@askwell/contract/comments.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { HOUR } from '../../../lib/clock.ts'
import { renderMarkdown } from '../../../lib/markdown.ts'
import { RENDERER } from '../../../lib/renderer.ts'

const SAMPLE = [
  '# One\n\nTwo *three* **four** ~~five~~ `six`\n\n> seven\n\n- eight\n- [ ] nine\n\n1. ten',
  '| a | b |\n| :- | -: |\n| 1 | 2 |\n\n```js\nlet a = 1\n```\n\n![x](/uploads/post/a-10x20.png)',
  'https://a.example [b](https://b.example) @ann #10010000000000042 :tada: $x^2$ H<sub>2</sub>O[^1]\n\n[^1]: Note',
  '> [!NOTE]\n> Mind.\n\n<details><summary>More</summary>\n\nText\n\n</details>',
]
const MADE_BY: Record<number, string> = { 1: '11636eca4808fa19', 2: '11636eca4808fa19' }

test('what is rendered differently has another version: raise RENDERER, and note here what it makes', () => {
  const html = SAMPLE.flatMap((text) => [renderMarkdown(text).html, renderMarkdown(text, { mode: 'comment' }).html])
  expect(createHash('sha256').update(html.join('\n')).digest('hex').slice(0, 16)).toBe(MADE_BY[RENDERER])
})

describe.each(engines)('texts of an older renderer (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(() => w.close())

  const stored = async (table: 'posts' | 'comments') =>
    await w.app.db.selectFrom(table).select(['id', 'parsed_text', 'renderer']).orderBy('id').execute()

  test('are made again by themselves, once; what was stopped goes on', async () => {
    const ann = await w.given.member({ name: 'ann', rank: 100 })
    const asked = await w.as(ann).call(askQuestion, {
      body: { title: 'What is yeast?', content: 'It **ferments**.', tags: [{ slug_name: 'support' }] },
    })
    await w.as(ann).call(writeComment, { body: { object_id: asked.id, original_text: 'A *fungus*.' } })
    const [posts, comments] = [await stored('posts'), await stored('comments')]
    expect(posts.every(({ renderer }) => renderer === RENDERER)).toBe(true)
    expect(comments.every(({ renderer }) => renderer === RENDERER)).toBe(true)
    const run = async () => {
      w.clock.advance(HOUR + 1)
      await w.settle()
      return await w.as(admin).call(tasks, { query: { kind: 'render_anew' } })
    }
    expect(await run()).toEqual([]) // nothing is older

    await w.app.transaction(async ({ db }) => {
      await sql`update posts set renderer = 0, parsed_text = 'old', description = 'old'`.execute(db)
      await sql`update comments set renderer = 0, parsed_text = 'old'`.execute(db)
      await sql`delete from settings where name = 'rendered_by'`.execute(db)
    })
    expect(await run()).toMatchObject([{ status: 'done', error: '' }])
    expect(await stored('posts')).toEqual(posts)
    expect(await stored('comments')).toEqual(comments)
    expect(await w.nobody.call(questionInfo, { query: { id: asked.id } })).toMatchObject({
      html: '<p>It <strong>ferments</strong>.</p>',
      description: 'It ferments.',
    })
    expect(await run()).toHaveLength(1) // not again
  })

  test('nothing has gone wrong unseen', () => expect(w.faults).toEqual([]))
})
