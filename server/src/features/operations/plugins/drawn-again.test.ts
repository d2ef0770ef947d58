import { parseObjectId } from '@askwell/contract/ids.ts'
import { renderPluginTexts } from '@askwell/contract/plugins.ts'
import { askQuestion, editQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { rollBack } from '@askwell/contract/revisions.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { pluginCalled, sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { pluginArchive, SHOUT } from '../../../../test/plugin-package.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { HOUR } from '../../../lib/clock.ts'
import { RENDERER } from '../../../lib/renderer.ts'

const FAILING = `export default { render() { throw new Error('not today') } }`
const DRAWN = '<div class="drawn"><p><strong>HOPS'
const CODE = '<code class="language-shout"'

describe.each(engines)('what a plugin draws in posts (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    w.site.installed.supervision.pauseMs = 10
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const found = () => pluginCalled(w, admin, 'shout')
  const turn = (enabled: boolean) => turnPlugin(w, admin, 'shout', enabled)
  const install = async (code: string) => {
    await sendPackage(w, admin, await pluginArchive({ code }), (await found()) && 'shout')
    await turn(true)
  }
  const question = async (title: string, content = '```shout\nhops\n```') =>
    (await w.as(admin).call(askQuestion, { body: { title, content, tags: [{ slug_name: 'support' }] } })).id
  const htmlOf = async (id: string) => (await w.nobody.call(questionInfo, { query: { id } })).html
  const later = async () => {
    w.clock.advance(HOUR + 1)
    await w.settle()
  }
  const rendererOf = async (id: string) => {
    const { number } = parseObjectId(id)!
    const { renderer } = await w.app.db
      .selectFrom('posts')
      .select('renderer')
      .where('id', '=', number)
      .executeTakeFirstOrThrow()
    return renderer
  }

  test('a post that it failed for is rendered again when it answers, also after an upgrade', async () => {
    await install(FAILING)
    const id = await question('What does one shout?')
    expect(await htmlOf(id)).toContain(CODE)
    expect(await rendererOf(id)).toBe(-1)
    // An older renderer has made it: it isn't made plain for good.
    await w.app.transaction(async ({ db }) => {
      await sql`update posts set renderer = 0, parsed_text = '<p>drawn before</p>'`.execute(db)
      await sql`delete from settings where name = 'rendered_by'`.execute(db)
    })
    await later()
    expect(await htmlOf(id)).toBe('<p>drawn before</p>')
    expect(await rendererOf(id)).toBeLessThan(0)

    await install(SHOUT)
    await later()
    expect(await htmlOf(id)).toContain(DRAWN)
    expect(await rendererOf(id)).toBe(RENDERER)
  })

  test('an earlier text that it failed for is rendered again when it is the text once more, and as a revision', async () => {
    await install(FAILING)
    const id = await question('What was shouted first?')
    const edit = { id, title: 'What was shouted first?', tags: [{ slug_name: 'support' }], edit_summary: '' }
    await w.as(admin).call(editQuestion, { body: { ...edit, content: 'Nothing at all.' } })
    await install(SHOUT)
    await later()
    const { number } = parseObjectId(id)!
    const texts = () =>
      w.app.db
        .selectFrom('revisions')
        .select(['id', 'parsed_text'])
        .where('object_type', '=', 'question')
        .where('object_id', '=', number)
        .orderBy('id')
        .execute()
    const [first] = await texts()
    await w.as(admin).call(rollBack, { body: { revision_id: String(first!.id) } })
    expect(await htmlOf(id)).toContain(CODE)
    await later()
    expect(await htmlOf(id)).toContain(DRAWN)
    expect((await texts()).at(-1)!.parsed_text).toContain(DRAWN)
  })

  test('what it can’t draw although it runs is tried some times, and is code then', async () => {
    await install(FAILING)
    const id = await question('What can nobody shout?')
    for (let tries = 0; tries < 6; tries++) await later()
    expect(await htmlOf(id)).toContain(CODE)
    expect(await rendererOf(id)).toBe(RENDERER)
  })

  test('one that could not begin begins later by itself, and draws what was written meanwhile', async () => {
    await turn(false)
    const { start } = w.site.installed
    w.site.installed.start = () => Promise.reject(new Error('no space left on device'))
    await install(SHOUT)
    const id = await question('What is shouted meanwhile?')
    expect(await htmlOf(id)).toContain(CODE)
    await later()
    expect(await htmlOf(id)).toContain(CODE)
    w.site.installed.start = start
    await expect
      .poll(
        async () => {
          await later()
          return htmlOf(id)
        },
        { timeout: 30_000 },
      )
      .toContain(DRAWN)
    expect(new Set(w.faults.splice(0).map(String))).toEqual(new Set(['Error: no space left on device']))
  })

  test('existing posts are rendered again for an admin who asks for it, and no others', async () => {
    const id = await question('What is shouted here?')
    const other = await question('What is never shouted?', 'Said *quietly*.')
    await w.app.transaction(({ db }) =>
      sql`update posts set parsed_text = 'old' where title like '%never%'`.execute(db),
    )
    const again = async () => {
      await w.as(admin).call(renderPluginTexts, { body: { plugin_slug_name: 'shout' } })
      await w.settle()
      return (await w.as(admin).call(tasks, { query: { kind: 'render_anew' } }))[0]
    }
    await turn(false)
    expect(await htmlOf(id)).toContain(DRAWN)
    expect(await again()).toMatchObject({ status: 'done', error: '' })
    expect(await htmlOf(id)).toContain(CODE)
    await turn(true)
    expect(await htmlOf(id)).toContain(CODE)
    const { result } = (await again())!
    expect(await htmlOf(id)).toContain(DRAWN)
    expect(await htmlOf(other)).toBe('old')
    // Earlier texts too.
    const countIn = async (table: 'posts' | 'revisions') => {
      const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(table)}
        where parsed_text like ${`%${DRAWN}%`}`.execute(w.app.db)
      return Number(rows[0]!.count)
    }
    expect(result).toEqual({ texts: (await countIn('posts')) + (await countIn('revisions')) })
    expect(
      await refusal(w.as(admin).call(renderPluginTexts, { body: { plugin_slug_name: 'webhooks' } })),
    ).toMatchObject({ status: 404 })
  })
})
