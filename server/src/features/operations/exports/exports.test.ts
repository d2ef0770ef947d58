import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { editAnswer } from '@askwell/contract/answers.ts'
import type { Export } from '@askwell/contract/exports.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type World, world } from '../../../../test/world.ts'
import { connectToRead } from '../../../db/connect.ts'
import { updatePost } from '../../content/posts/queries.ts'
import { upsertStored } from '../plugins/storage/queries.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import type { Scope } from './queries.ts'
import { writeExport } from './write-export.ts'

describe.each(engines)('an export (%s)', (engine) => {
  let w: World
  const top = mkdtempSync(join(tmpdir(), 'askwell-export-'))
  let shown: number
  let held: number
  const hidden: Record<string, number> = {}
  beforeAll(async () => {
    w = await world(engine)
    const { ask, answer, comment, vote } = threads(w)
    const [ann, bo] = [
      await w.given.member({ name: 'ann', rank: 500 }),
      await w.given.member({ name: 'bo', rank: 500 }),
    ]
    const question = await ask(ann, 'A "quoted": title — with: colons')
    shown = numberOf('question', question)
    const given = await answer(bo, question, `An answer with a picture ![](${'/uploads/post/named.png'})`)
    await comment(ann, given, { original_text: 'A comment\n\nof two lines.' })
    await vote(ann, 'up', given)
    const another = await ask(ann, 'Another question')
    await comment(ann, another, { original_text: 'See [the picture](/uploads/post/remarked.png).' })
    const changed = await answer(bo, another, 'Before, with ![](/uploads/post/former.png)')
    await w.as(bo).call(editAnswer, { body: { id: changed, content: 'Afterwards, without a picture.' } })
    for (const [state, change] of Object.entries({
      deleted: { status: 10 },
      pending: { status: 11 },
      unlisted: { show: 2 },
    })) {
      const id = await ask(ann, `The ${state} canary question`)
      await comment(ann, await answer(bo, id, `The ${state} canary answer ![](/uploads/post/${state}.png)`), {
        original_text: `The ${state} canary comment`,
      })
      hidden[state] = numberOf('question', id)
      await w.app.transaction((tx) => updatePost(tx.db, hidden[state]!, change))
    }
    w.app.reviewers.push({ slug_name: 'careful', review: () => ({ verdict: 'waiting' }) })
    held = numberOf(
      'question',
      (
        await w.as(await w.given.member({ rank: 800 })).call(askQuestion, {
          body: {
            title: 'The held canary question',
            content: 'It waits.',
            tags: [{ slug_name: 'support' }, { slug_name: 'sirocco' }],
          },
        })
      ).id,
    )
    await comment(bo, question, { original_text: 'The held canary comment' })
    w.app.reviewers.length = 0
    const kept = { plugin: 'club', key: 'meetings', value: '"the canary of a plugin"', bytes: 90, updated_at: 1 }
    await w.app.transaction((tx) => upsertStored(tx.db, { ...kept, user_id: ann.id }))
    mkdirSync(join(w.folder, 'uploads/post'), { recursive: true })
    for (const name of ['named', 'remarked', 'former', 'deleted', 'pending', 'unlisted'])
      writeFileSync(join(w.folder, `uploads/post/${name}.png`), name)
  })
  afterAll(async () => {
    rmSync(top, { recursive: true, force: true })
    await w.close()
  })
  const written = async (name: string, scope: Scope, format: Export['format'] = 'all') => {
    const folder = join(top, name)
    const { db, close } = connectToRead(w.url)
    const count = await writeExport(db, {
      folder,
      config: w.app.config,
      scope,
      format,
      version: '0.1.0',
      now: 1_790_000_000,
      onProgress: () => {},
    }).finally(() => void close())
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const text = files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n')
    const lines = (file: string) =>
      readFileSync(join(folder, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    return { folder, count, text, lines, names: files.map((file) => relative(folder, file)) }
  }

  test('has each question for programs and for people, with all that hangs on it', async () => {
    const { folder, count, lines } = await written('public', 'public')
    const thread = lines('questions.jsonl').find(({ id }) => id === shown)!
    expect(thread).toMatchObject({
      title: 'A "quoted": title — with: colons',
      author: 'ann',
      tags: ['support'],
      answers: [{ author: 'bo', score: 1, comments: [{ author: 'ann', original_text: 'A comment\n\nof two lines.' }] }],
    })
    expect(Object.keys(thread)).not.toEqual(expect.arrayContaining(['status']))
    const file = readFileSync(join(folder, `questions/0000/${shown}-a-quoted-title-with-colons.md`), 'utf8')
    expect(file).toMatch(/^---\nid: \d+\ntitle: "A \\"quoted\\": title — with: colons"\ntags: \["support"\]\n/)
    expect(file).toMatch(/## bo, 20\S+Z, \+1\n\nAn answer with a picture/)
    expect(file).toContain('> A comment\n> \n> of two lines.')
    expect(count.questions).toBe(lines('questions.jsonl').length)
    expect(lines('members.jsonl').map(({ username }) => username)).toEqual(
      expect.arrayContaining(['admin', 'ann', 'bo']),
    )
    expect(
      lines('revisions.jsonl').filter(
        ({ object_id, object_type }) => object_type === 'question' && object_id === shown,
      ),
    ).toHaveLength(1)
    expect(JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'))).toMatchObject({
      askwell_export: 1,
      scope: 'public',
      name: 'World',
    })
  })

  test('holds nothing hidden, no address and no secret unless one asks for it, and passwords never', async () => {
    const { text, count } = await written('strangers', 'public')
    expect(text).not.toMatch(/canary|@example\.com|password|argon2|"votes"/)
    expect(text).not.toContain(w.site.secret)
    for (const name of ['named', 'remarked', 'former']) expect(text).toContain(`uploads/post/${name}.png`)
    expect(count.uploads).toBe(3)
    const all = await written('all', 'private')
    for (const state of Object.keys(hidden)) expect(all.text).toContain(`The ${state} canary comment`)
    expect(all.lines('questions.jsonl').find(({ id }) => id === shown)).toMatchObject({
      comments: [{ original_text: 'The held canary comment', status: 11 }],
    })
    expect(all.text).toMatch(/> \*\*bo, .*\*\* \(waits for review\)\n>\n> The held canary comment/)
    for (const own of ['ann@example.com', 'the canary of a plugin']) expect(all.text).toContain(own)
    expect(all.count.uploads).toBe(6)
    expect(all.lines('questions.jsonl').find(({ id }) => id === held)).toMatchObject({ tags: ['support', 'sirocco'] })
    expect(all.text).not.toMatch(/argon2|password_hash/)
    expect(all.text).not.toContain(w.site.secret)
  })

  test('writes nothing that its format has no place for, with the same uploads and counts', async () => {
    const all = await written('whole', 'private')
    const isForPeople = (name: string) => /^questions\/.+\.md$/.test(name)
    const isForBoth = (name: string) => /^(site\.json|uploads\/.+)$/.test(name)
    for (const format of ['markdown', 'jsonl'] as const) {
      const { names, count } = await written(format, 'private', format)
      expect(names.toSorted()).toEqual(
        all.names.filter((name) => isForBoth(name) || isForPeople(name) === (format === 'markdown')).toSorted(),
      )
      expect(count).toEqual(all.count)
    }
    expect((await written('strange', 'public', 'markdown')).count.uploads).toBe(3)
  })

  test('never goes between other files', async () => {
    await expect(written('public', 'public')).rejects.toMatchObject({
      reason: 'error.export.not_empty',
      values: { path: expect.stringMatching(/public$/) as string },
    })
  })
})
