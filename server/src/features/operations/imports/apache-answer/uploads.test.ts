import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profile } from '@askwell/contract/profiles.ts'
import { editComment } from '@askwell/contract/comments.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { deleteQuestion, editQuestion } from '@askwell/contract/questions.ts'
import { saveWriteSettings } from '@askwell/contract/site-settings.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { editTag, tag } from '@askwell/contract/tags.ts'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { A, type AnswerSite, answerSite, C, Q, T } from '../../../../../test/answer-site.ts'
import { meanwhile } from '../../../../../test/meanwhile.ts'
import { engines, type World, world } from '../../../../../test/world.ts'
import { dropOrphans } from '../../storage/effects.ts'
import { NotFound } from '../../../../lib/errors.ts'
import { openFile } from '../../files/views.ts'
import { findFaults } from '../../integrity/service.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'
import { findOrigin, type OriginKind } from '../queries.ts'
import { undoImport } from '../undo/service.ts'

const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
const ADDRESS = 'https://ask.old.example/uploads'

describe.each(engines)('the uploads of a site of Apache Answer (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  let uploads: string
  let old: AnswerSite
  beforeEach(async () => {
    w = await world(engine)
    folder = mkdtempSync(join(tmpdir(), 'askwell-answer-'))
    uploads = join(folder, 'kept-elsewhere')
    for (const name of ['post', 'avatar', 'files/post']) mkdirSync(join(uploads, name), { recursive: true })
    const picture = (width: number) =>
      sharp({ create: { width, height: 20, channels: 3, background: '#804020' } })
        .png()
        .toBuffer()
    writeFileSync(join(uploads, 'post/Stout1.png'), await picture(300))
    writeFileSync(join(uploads, 'post/Stout2.png'), await picture(40))
    writeFileSync(join(uploads, 'post/broken.png'), 'no picture')
    writeFileSync(join(uploads, 'post/secret.png'), await picture(40))
    writeFileSync(join(uploads, 'avatar/ann.png'), await picture(64))
    writeFileSync(join(uploads, 'files/post/4jyNvT8x.txt'), 'A recipe.')
    writeFileSync(join(folder, 'outside.png'), await picture(40))
    symlinkSync(join(folder, 'outside.png'), join(uploads, 'post/link.png'))
    old = answerSite(folder)
    old.put('site_info', { type: 'general', content: JSON.stringify({ site_url: 'https://ask.old.example' }) })
    old.put('user', {
      id: 1,
      username: 'ann',
      display_name: 'Ann',
      e_mail: 'ann@old.example',
      avatar: JSON.stringify({ type: 'custom', gravatar: '', custom: `${ADDRESS}/avatar/ann.png` }),
    })
    old.put('user', { id: 2, username: 'ben', display_name: 'Ben', e_mail: 'ben@old.example' })
    old.put('tag', {
      id: T(10),
      slug_name: 'stout',
      display_name: 'Stout',
      original_text: `![](${ADDRESS}/post/Stout2.png)`,
    })
    old.put('question', {
      id: Q(600),
      title: 'How warm should a stout be?',
      original_text: `Like this: ![a stout](${ADDRESS}/post/Stout1.png) or [so](/uploads/files/post/4jyNvT8x/My%20recipe.txt).`,
    })
    old.put('answer', {
      id: A(601),
      question_id: Q(600),
      original_text: `Not ![that](${ADDRESS}/post/Stout1.png), ![](${ADDRESS}/post/gone.png), ![](${ADDRESS}/post/broken.png), ![](${ADDRESS}/post/link.png) nor https://elsewhere.example/uploads/post/Stout2.png.`,
    })
    old.put('comment', {
      id: C(602),
      object_id: Q(600),
      question_id: Q(600),
      original_text: `See [this](${ADDRESS}/post/Stout2.png).`,
    })
    old.put('question', { id: Q(603), title: 'Deleted', status: 10, original_text: `![](${ADDRESS}/post/secret.png)` })
    old.close()
  })
  afterEach(async () => {
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const dump = () => ({ folder, site: 'old.example', files: uploads })
  const thread = () => w.nobody.call(questionThread, { query: { id: Q(600) } })
  const open = async (address: string) => {
    const { headers, content } = await openFile(w.app, null, new URL(address, 'http://world.example').pathname)
    return { headers, body: content ? await text(content) : '' }
  }
  const addressesIn = (html: string) =>
    [...html.matchAll(/(?:src|href)="([^"]*\/uploads\/[^"]*)"/g)].map(([, at]) => at!)
  const MISSING = [
    'post/gone.png is named, and isn’t in the folder of uploads'.replace('’', "'"),
    expect.stringMatching(/^post\/broken\.png: .*jpg/),
    "post/link.png is named, and isn't in the folder of uploads",
  ]

  test('are kept here, named by their new addresses, and those that are missing are told', async () => {
    const admin = await w.given.admin()
    await w.as(admin).call(saveWriteSettings, { body: { authorized_attachment_extensions: ['txt'] } })
    const trial = await tryDump(w.app, dump(), doing)
    expect(trial.files.upload).toEqual({ rows: 7, added: 5, present: 0, other: 0, broken: 2 })
    const report = await importDump(w.app, dump(), doing)
    expect(report.files.upload).toEqual({ rows: 7, added: 4, present: 0, other: 0, broken: 3 })
    expect(report.complaints.map(({ problem }) => problem)).toEqual(MISSING)
    const { question, answers, comments } = await thread()
    const [picture, recipe] = addressesIn(question.html)
    expect(picture).toMatch(/^http:\/\/world\.example\/uploads\/post\/[\w-]+300x20[\w-]*\.png$/)
    expect(question.content).toContain(picture)
    expect(question.html).toContain('width="300"')
    expect((await open(picture!)).headers['content-type']).toBe('image/png')
    const sent = await open(recipe!)
    expect([sent.body, sent.headers['content-disposition']]).toEqual([
      'A recipe.',
      expect.stringContaining('attachment'),
    ])
    const answer = answers.list[0]!.html
    expect(addressesIn(answer)[0]).toBe(picture)
    for (const kept of ['ask.old.example/uploads/post/gone.png', 'elsewhere.example/uploads/post/Stout2.png'])
      expect(answer).toContain(kept)
    expect(JSON.stringify(comments)).not.toContain('ask.old.example')
    const { parsed_text } = await w.nobody.call(tag, { query: { name: 'stout' } })
    await open(addressesIn(parsed_text)[0]!)
    const { avatar } = await w.nobody.call(profile, { query: { username: 'ann' } })
    expect((await open(avatar)).headers['content-type']).toBe('image/webp')
    const files = await w.app.db.selectFrom('files').select('source').orderBy('source').execute()
    expect(files.map(({ source }) => source)).toEqual(['avatar', 'post', 'post', 'post_attachment'])
    expect(existsSync(join(uploads, 'files/post/4jyNvT8x.txt'))).toBe(true)
    expect(readFileSync(join(uploads, 'files/post/4jyNvT8x.txt'), 'utf8')).toBe('A recipe.')

    w.clock.advance(5 * 86_400)
    await dropOrphans(w.app)
    await w.settle()
    await open(picture!)
    await w.as(admin).call(deleteQuestion, { body: { id: Q(600) } })
    await expect(open(picture!)).rejects.toThrow(NotFound)
  })

  test('overwrite nothing that somebody edits while they come in', async () => {
    const admin = await w.given.admin()
    const thing = async (kind: OriginKind, key: string) => (await findOrigin(w.app.db, kind, key)) ?? 0
    const EDITS = 6
    let edits = 0
    const app = meanwhile(w.app, async () => {
      const ids = {
        posts: await thing('post', Q(600)),
        tags: await thing('tag', T(10)),
        comments: await thing('comment', C(602)),
      }
      const areCopied = await thing('file', 'avatar/ann.png') // the last of them
      if (!areCopied || edits === EDITS) return async () => {}
      w.clock.advance(60)
      const text = `Edit ${++edits}, with ${ADDRESS}/post/Stout1.png`
      const { posts, tags, comments } = ids
      const question = {
        id: objectId('question', posts),
        title: 'How warm should a stout be?',
        tags: [{ slug_name: 'stout' }],
      }
      await w.as(admin).call(editQuestion, { body: { ...question, content: text } })
      await w.as(admin).call(editTag, { body: { tag_id: objectId('tag', tags), original_text: text } })
      await w.as(admin).call(editComment, { body: { comment_id: objectId('comment', comments), original_text: text } })
      return async () => {
        for (const [table, id] of Object.entries(ids) as ['posts' | 'tags' | 'comments', number][]) {
          const row = await w.app.db
            .selectFrom(table)
            .select('original_text')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          expect([table, row.original_text]).toEqual([table, expect.stringContaining(`Edit ${edits},`)])
        }
      }
    })
    await importDump(app, dump(), doing)
    expect(edits).toBe(EDITS)
    expect(await findFaults(w.app)).toEqual([])
    // Once nobody edits any more, what was edited names the new addresses, too.
    await importDump(w.app, dump(), doing)
    const { question, comments } = await thread()
    expect([question.content, JSON.stringify(comments)].join()).not.toContain(ADDRESS)
    expect(question.content).toContain(`Edit ${edits},`)
  })

  test('come with a later import, too, and go with it', async () => {
    const first = await importDump(w.app, { folder, site: 'old.example' }, doing)
    expect(first.files.upload).toEqual({ rows: 7, added: 0, present: 0, other: 7, broken: 0 })
    expect((await thread()).question.html).toContain(`${ADDRESS}/post/Stout1.png`)
    const second = await importDump(w.app, dump(), doing)
    // The site takes no attachments.
    expect(second.files.upload).toEqual({ rows: 7, added: 3, present: 0, other: 0, broken: 4 })
    expect((await thread()).question.html).not.toContain(`${ADDRESS}/post/Stout1.png`)
    const third = await importDump(w.app, dump(), doing)
    expect(third.files.upload).toEqual({ rows: 7, added: 0, present: 3, other: 0, broken: 4 })
    const [picture] = addressesIn((await thread()).question.html)
    await undoImport(w.app, { site: 'old.example', dry_run: false }, doing)
    await w.settle()
    await expect(open(picture!)).rejects.toThrow(NotFound)
    expect(
      await w.app.db
        .selectFrom('files')
        .select('path')
        .where('deleted_at', '=', 0)
        .where('source', '<>', 'post')
        .execute(),
    ).toEqual([])
    expect(await w.app.db.selectFrom('import_mappings').selectAll().execute()).toEqual([])
  })
})
