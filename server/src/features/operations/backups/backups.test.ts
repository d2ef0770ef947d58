import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { type Engine, engines, freshDatabase, type World, world } from '../../../../test/world.ts'
import { connect, connectToRead } from '../../../db/connect.ts'
import { storageSentence } from '../../../db/problem.ts'
import { createArchive, readAll, readArchive } from '../../../lib/archive.ts'
import { examine } from '../integrity/service.ts'
import { findSearchPlugin, SEARCH_PLUGIN } from '../../content/search/by-plugin/queries.ts'
import { deleteSettings, saveSetting } from '../settings/queries.ts'
import { holdsSite, restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'
import type { Manifest } from './views.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'askwell-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As another process would: with a connection of its own. */
const back = async (url: string, data: string, name: string, more: Partial<Parameters<typeof writeBackup>[1]> = {}) => {
  const { db, close } = connectToRead(url)
  const file = join(folder, name)
  try {
    return {
      file,
      ...(await writeBackup(
        { db, engine: url.startsWith('postgres') ? 'postgres' : 'sqlite' },
        { config: { data }, file, version: '0.1.0', now: 1_790_000_000, onProgress: () => {}, ...more },
      )),
    }
  } finally {
    await close()
  }
}
const restored = async <T>(file: string, engine: Engine, look: (url: string, data: string) => Promise<T>) => {
  const fresh = await freshDatabase(engine)
  const manifest = await verifyBackup(file)
  const database = connect(fresh.url)
  try {
    await restoreBackup(database, { file, data: fresh.folder, manifest })
    return await look(fresh.url, fresh.folder)
  } finally {
    await database.close()
    await fresh.remove()
  }
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upload = (data: string, path: string, bytes = PNG) => {
  mkdirSync(join(data, 'uploads', path, '..'), { recursive: true })
  writeFileSync(join(data, 'uploads', path), bytes)
}

/** People who wrote and voted, odd characters included. */
const lively = async (engine: Engine) => {
  const w = await world(engine)
  const { ask, answer, comment, vote, accept } = threads(w)
  const [ann, bo] = [await w.given.member({ name: 'änn', rank: 500 }), await w.given.member({ name: 'bo', rank: 500 })]
  const question = await ask(ann, 'Wie heißt „日本語“ — 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \\ "quoted"?')
  for (let n = 0; n < 5; n++) {
    const given = await answer(bo, await ask(ann), `Line\r\nbreaks, tabs\t, \u2028 and emoji 🧑‍🚀 ${n}`)
    await vote(ann, 'up', given)
    await comment(ann, given)
    if (n === 0) await vote(ann, 'down', await answer(bo, question))
  }
  const accepting = await ask(ann)
  await accept(ann, accepting, await answer(bo, accepting))
  upload(w.folder, 'post/a-picture.png')
  upload(w.folder, 'avatar/big.png', Buffer.alloc(300_001, 7))
  await w.settle() // counted views and visits are written now, not in the middle of a comparison
  return w
}

describe.each(engines)('a backup (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await lively(engine)
  })
  afterAll(() => w.close())

  test('is a plain .tar.gz for its owner only, and holds rows, uploads and settings but no session and no mailed code', async () => {
    const { file, manifest, uploads } = await back(w.url, w.folder, 'a.tar.gz')
    expect([statSync(file).mode & 0o777, uploads, readdirSync(folder)]).toEqual([0o600, 2, ['a.tar.gz']])
    expect(Object.keys(manifest.tables)).toEqual(
      expect.arrayContaining(['users', 'posts', 'votes', 'settings', 'jobs', 'reputation_entries']),
    )
    for (const passing of ['sessions', 'codes', 'idempotency_keys'])
      expect(Object.keys(manifest.tables)).not.toContain(passing)
    const tokens = await w.app.db.selectFrom('sessions').select('token_hash').execute()
    const text = gunzipSync(readFileSync(file)).toString('latin1')
    for (const { token_hash } of tokens) expect(text).not.toContain(token_hash)
    expect(await verifyBackup(file)).toEqual(JSON.parse(JSON.stringify(manifest)))
  })

  test('goes on when an upload is erased while it is written, and says which', async () => {
    upload(w.folder, 'post/z-erased.png')
    const { file, uploads, missing } = await back(w.url, w.folder, 'erased.tar.gz', {
      onProgress: (_done, what) => {
        if (what === 'uploads') rmSync(join(w.folder, 'uploads/post/z-erased.png'), { force: true })
      },
    })
    expect([uploads, missing]).toEqual([2, ['post/z-erased.png']])
    const { members } = await verifyBackup(file)
    expect(Object.keys(members).filter((path) => path.startsWith('uploads/'))).toEqual([
      'uploads/avatar/big.png',
      'uploads/post/a-picture.png',
    ])
  })

  test('neither takes in nor overwrites what a link among the uploads leads to', async () => {
    const outside = join(folder, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'secret.png'), 'a secret of the machine')
    symlinkSync(outside, join(w.folder, 'uploads/branding'))
    symlinkSync(join(outside, 'secret.png'), join(w.folder, 'uploads/post/link.png'))
    const { file, missing } = await back(w.url, w.folder, 'links.tar.gz')
    expect(missing).toEqual([])
    const names: string[] = []
    for await (const { path } of readArchive(file)) names.push(path)
    expect(names.filter((name) => /branding|link|secret/.test(name))).toEqual([])
    rmSync(join(w.folder, 'uploads/branding'))
    rmSync(join(w.folder, 'uploads/post/link.png'))

    const fresh = await freshDatabase(engine)
    const database = connect(fresh.url)
    try {
      mkdirSync(join(fresh.folder, 'uploads'), { recursive: true })
      symlinkSync(outside, join(fresh.folder, 'uploads/post'))
      const restore = () =>
        verifyBackup(file).then((manifest) => restoreBackup(database, { file, data: fresh.folder, manifest }))
      const refused = await restore().catch((error: unknown) => storageSentence(error))
      expect(refused).toMatch(/uploads.post is no folder of its own; take it away first\. Nothing was changed\.$/)
      rmSync(join(fresh.folder, 'uploads/post'))
      mkdirSync(join(fresh.folder, 'uploads/post'))
      symlinkSync(join(outside, 'secret.png'), join(fresh.folder, 'uploads/post/a-picture.png'))
      await restore()
      expect(readFileSync(join(fresh.folder, 'uploads/post/a-picture.png'))).toEqual(PNG)
    } finally {
      await database.close()
      await fresh.remove()
    }
    expect([readdirSync(outside), readFileSync(join(outside, 'secret.png'), 'utf8')]).toEqual([
      ['secret.png'],
      'a secret of the machine',
    ])
  })

  test('is of one moment, though people go on writing', async () => {
    const { ask, answer, vote } = threads(w)
    const [cy, di] = [await w.given.member({ rank: 500 }), await w.given.member({ rank: 500 })]
    const end = new AbortController()
    let written = 0
    const busy = (async () => {
      while (!end.signal.aborted) {
        await vote(di, 'up', await answer(cy, await ask(cy)))
        written++
      }
    })()
    const before = written
    const { file } = await back(w.url, w.folder, 'busy.tar.gz', { onProgress: () => {} })
    end.abort()
    await busy
    expect(written).toBeGreaterThan(before)
    await restored(file, engine, async (url) => {
      const { db, close } = connectToRead(url)
      const faults = await examine({ db, config: w.site.config, clock: w.clock }, { onProgress: () => {} })
      await close()
      expect(faults.filter(({ check }) => !/file|search|index/i.test(check))).toEqual([])
    })
  })

  test.runIf(engines.length > 1)('goes to the other engine and back with the same rows', async () => {
    const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'
    const first = await back(w.url, w.folder, 'first.tar.gz')
    await restored(first.file, other, async (url, data) => {
      const second = await back(url, data, 'second.tar.gz')
      expect(second.manifest.tables).toEqual(first.manifest.tables)
      await restored(second.file, engine, async (url3, data3) => {
        const third = await back(url3, data3, 'third.tar.gz')
        expect(third.manifest.tables).toEqual(first.manifest.tables)
        expect(third.manifest.members).toEqual(first.manifest.members)
        expect(readFileSync(join(data3, 'uploads/post/a-picture.png'))).toEqual(PNG)
      })
    })
  })

  test('comes back as a site that works and never gives a number twice', async () => {
    const last = (
      await w.app.db
        .selectFrom('posts')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id
    await w.app.transaction(async ({ db }) => void (await db.deleteFrom('posts').where('id', '=', last).execute()))
    await w.app.transaction(({ db, now }) => saveSetting(db, SEARCH_PLUGIN, { plugin: 'finder', filled: true }, now()))
    const { file } = await back(w.url, w.folder, 'ids.tar.gz')
    await w.app.transaction(({ db }) => deleteSettings(db, [SEARCH_PLUGIN]))
    await restored(file, engine, async (url) => {
      const database = connect(url)
      expect(await holdsSite(database.write)).toBe(true)
      expect(await findSearchPlugin(database.read)).toBeUndefined() // nobody knows what that plugin has
      const { id: _, ...post } = await database.read.selectFrom('posts').selectAll().limit(1).executeTakeFirstOrThrow()
      const { id } = await database.write.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow()
      await database.close()
      expect(id).toBe(last + 1)
    })
  })

  test('never takes the place of another file, and leaves nothing where it can’t be finished', async () => {
    writeFileSync(join(folder, 'there.tar.gz'), 'mine')
    await expect(back(w.url, w.folder, 'there.tar.gz')).rejects.toThrow('error.backup.name_taken')
    expect(readFileSync(join(folder, 'there.tar.gz'), 'utf8')).toBe('mine')
    await expect(
      back(w.url, w.folder, 'broken.tar.gz', {
        onProgress: () => {
          throw new Error('no room')
        },
      }),
    ).rejects.toThrow('no room')
    expect(readdirSync(folder)).toEqual(['there.tar.gz'])
  })
})

describe('a backup that is not what it was', () => {
  let w: World
  let whole: Buffer
  beforeAll(async () => {
    w = await lively('sqlite')
    folder = mkdtempSync(join(tmpdir(), 'askwell-backup-'))
    whole = readFileSync((await back(w.url, w.folder, 'whole.tar.gz')).file)
  })
  afterAll(() => w.close())
  const sentenceFor = async (bytes: Buffer) => {
    const file = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.tar.gz`)
    writeFileSync(file, bytes)
    return verifyBackup(file).then(
      () => 'nothing wrong',
      (error: unknown) => storageSentence(error),
    )
  }

  /** Packed, the same content can be written in more than one way: a bit may be another without anything being wrong. */
  const saysTheSame = (bytes: Buffer) => {
    try {
      return gunzipSync(bytes).equals(gunzipSync(whole))
    } catch {
      return false
    }
  }

  test('is refused with a sentence wherever a bit of it is wrong', async () => {
    let refused = 0
    for (let n = 0; n < 60; n++) {
      const bytes = Buffer.from(whole)
      const at = 10 + Math.floor(((bytes.length - 10) * n) / 60) // behind the head, which has a date in it
      bytes[at] = bytes[at]! ^ (1 << (n % 8))
      if (saysTheSame(bytes)) continue
      expect([at, await sentenceFor(bytes)]).toEqual([
        at,
        expect.stringMatching(/^The backup is damaged: [^\n]+\. Nothing was changed\.$/),
      ])
      refused++
    }
    expect(refused).toBeGreaterThan(50)
  })

  test('or its end is missing, or it is something else', async () => {
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, -1),
      Buffer.alloc(0),
      Buffer.from('not a backup'),
      gzipSync('not a backup'),
      gzipSync(Buffer.alloc(1024)),
    ])
      expect(await sentenceFor(bytes)).toMatch(/^The backup is damaged: [^\n]+\.$/)
    await expect(verifyBackup(join(folder, 'nowhere'))).rejects.toThrow('error.backup.no_file')
  })

  /** The same with other members. */
  const changed = async (
    change: (path: string, content: Buffer) => [string, Buffer][],
    manifest: (found: Manifest) => Manifest = (found) => found,
  ) => {
    const source = join(folder, `source-${Math.random()}.tar.gz`)
    writeFileSync(source, whole)
    const file = join(folder, `changed-${Math.random()}.tar.gz`)
    const archive = createArchive(file, new Date(0))
    for await (const { path, content } of readArchive(source)) {
      const bytes = await readAll(content)
      const members: [string, Buffer][] =
        path === 'manifest.json'
          ? [[path, Buffer.from(JSON.stringify(manifest(JSON.parse(bytes.toString()) as Manifest)))]]
          : change(path, bytes)
      for (const [name, given] of members) await archive.add(name, given)
    }
    await archive.close()
    return verifyBackup(file).then(
      () => 'nothing wrong',
      (error: unknown) => storageSentence(error),
    )
  }

  test('or somebody has written in it, taken something out, or put something in that belongs elsewhere', async () => {
    expect(await changed((path, content) => [[path, content]])).toBe('nothing wrong')
    expect(
      await changed((path, content) => [
        [path, path.startsWith('tables/users') ? Buffer.from(content.toString().replace('änn', 'eve')) : content],
      ]),
    ).toContain("isn't what was written")
    expect(await changed((path, content) => (path.startsWith('tables/votes') ? [] : [[path, content]]))).toContain(
      "isn't what was written",
    )
    for (const name of [
      '../../etc/passwd',
      '/etc/passwd',
      'uploads/../config.json',
      'uploads/post/../../x',
      'config.json',
      'tables/users/1.jsonl',
    ])
      expect(
        await changed((path, content) =>
          path.startsWith('tables/votes')
            ? [
                [path, content],
                [name, Buffer.from('x')],
              ]
            : [[path, content]],
        ),
      ).toContain("doesn't belong there")
  })

  test('or a newer program has made it', async () => {
    const newer = 'This backup was made by a newer Askwell (9.9.9); install that, or take an older backup.'
    const same = (path: string, content: Buffer): [string, Buffer][] => [[path, content]]
    expect(await changed(same, (found) => ({ ...found, version: '9.9.9', askwell_backup: 2 }))).toBe(newer)
    expect(
      await changed(same, (found) => ({ ...found, version: '9.9.9', migrations: [...found.migrations, '9999-later'] })),
    ).toBe(newer)
    expect(
      await changed(same, (found) => ({
        ...found,
        version: '9.9.9',
        tables: { ...found.tables, orchards: { rows: 0, sha256: '', last_id: 0 } },
      })),
    ).toBe(newer)
  })
})

describe.each(engines)('a restore that fails (%s)', (engine) => {
  test('leaves the site that was there, its uploads included', async () => {
    const [old, other] = [await lively(engine), await lively('sqlite')]
    upload(other.folder, 'post/of-the-other.png')
    const before = await back(old.url, old.folder, 'before.tar.gz')
    const { file } = await back(other.url, other.folder, 'other.tar.gz')
    const manifest = await verifyBackup(file)
    const database = connect(old.url)
    // Damaged between the check and the reading: the worst that can be.
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * 0.7)))
    await expect(restoreBackup(database, { file, data: old.folder, manifest })).rejects.toThrow(
      /unexpected end of file|too early/,
    )
    await database.close()
    const after = await back(old.url, old.folder, 'after.tar.gz')
    expect(after.manifest.tables).toEqual(before.manifest.tables)
    for (const path of ['post/a-picture.png', 'avatar/big.png'])
      expect(existsSync(join(old.folder, 'uploads', path))).toBe(true)
    await old.close()
    await other.close()
  })
})
