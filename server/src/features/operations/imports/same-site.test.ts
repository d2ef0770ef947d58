import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../test/world.ts'
import { tryDump } from './examine.ts'
import { importDump } from './import-dump.ts'
import { listOrigins } from './queries.ts'

describe.each(engines)('the next dump of a site (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  beforeEach(async () => {
    w = await world(engine)
    folder = mkdtempSync(join(tmpdir(), 'askwell-same-site-'))
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
  /** `from`: the number of its first member but the founder, who has number 1 and the same day everywhere. */
  const write = (name: string, from: number, limit = 8) => {
    const members = [1, ...Array.from({ length: 7 }, (_, n) => from + n)]
    const lines = (rows: unknown[]) => rows.map((one) => JSON.stringify(one)).join('\n')
    writeFileSync(
      join(folder, 'members.jsonl'),
      lines(members.map((id) => ({ id, name: `${name} ${id}`, created_at: id === 1 ? '2019-01-01' : 1.6e9 + id }))),
    )
    writeFileSync(
      join(folder, 'questions.jsonl'),
      lines(
        members.slice(0, limit).map((id) => ({
          id: from + id,
          title: `What does ${name} ask as number ${id}?`,
          text: 'Who knows?',
          member: id,
          created_at: 1.61e9 + from + id,
        })),
      ),
    )
  }

  test('is told by several of its members and questions, not by one that another happens to have, too', async () => {
    const bring = (limit?: number) => importDump(w.app, { folder, as: 'old', ...(limit && { limit }) }, doing)
    write('Beer', 10)
    expect((await bring(1)).site).toBe('old')
    expect((await bring()).site).toBe('old')
    write('Beer', 10, 7)
    expect((await bring()).files.members).toMatchObject({ added: 0, present: 8 })
    write('Wine', 30)
    const other = await bring()
    expect([other.site, other.files.members!.added]).toEqual(['old (2)', 8])
    const [ours, theirs] = await Promise.all(
      ['old', 'old (2)'].map((site) => listOrigins(w.app.db, site, 'user', ['1'])),
    )
    expect(theirs!.get('1')).not.toBe(ours!.get('1'))
  })

  test('isn’t known in another form, but is asked about, by what its questions are called', async () => {
    write('Beer', 10)
    await importDump(w.app, { folder, as: 'old' }, doing)
    // As Stack Exchange writes them: its members are known by their numbers, its questions aren't.
    const rows = (many: string[]) => `<rows>\n${many.join('\n')}\n</rows>\n`
    const at = (seconds: number) => `CreationDate="${new Date(seconds * 1000).toISOString().slice(0, -1)}"`
    const ids = [1, ...Array.from({ length: 7 }, (_, n) => 10 + n)]
    const other = join(folder, 'other')
    mkdirSync(other)
    writeFileSync(
      join(other, 'Users.xml'),
      rows(ids.map((id) => `<row Id="${id}" DisplayName="Beer ${id}" ${at(id === 1 ? 1546300800 : 1.6e9 + id)} />`)),
    )
    writeFileSync(
      join(other, 'Posts.xml'),
      rows(
        ids.map(
          (id) =>
            `<row Id="${10 + id}" PostTypeId="1" Title="What does Beer ask as number ${id}?" Body="Who knows?" OwnerUserId="${id}" ${at(1.61e9 + 10 + id)} />`,
        ),
      ),
    )
    const dump = { folder: other, as: 'new' }
    expect(await tryDump(w.app, dump, doing)).toMatchObject({ site: 'old', same_names: 0, same_questions: 8 })
    await expect(importDump(w.app, dump, doing)).rejects.toThrow('take that back first')
    const { files } = await importDump(w.app, { ...dump, same_questions_are_others: true }, doing)
    expect(files.Posts).toMatchObject({ added: 8 })
    // Once they are in, there is nothing more to ask.
    expect(await tryDump(w.app, dump, doing)).toMatchObject({ same_questions: 0 })
  })
})
