import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectToRead, occupyFolder } from '@askwell/server/db/connect.ts'
import { writeBackup } from '@askwell/server/features/operations/backups/write-backup.ts'
import { serveCommands } from '@askwell/server/commands/command-socket.ts'
import { siteSettings } from '@askwell/server/features/operations/settings/views.ts'
import { confirmSecret, hasSecondFactor, storeSecret } from '@askwell/server/features/users/second-factors/queries.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertMany } from '@askwell/server/db/insert-many.ts'
import { ON_DISK, saveUploadStorage } from '@askwell/server/features/operations/files/stores/of-site.ts'
import { translateReason } from '@askwell/server/lib/messages.ts'
import { askwell, MAIN, own } from './test/commands.ts'
import { startFakeS3 } from '../server/test/fake-s3.ts'
import { engines, freshDatabase, type World, world } from '../server/test/world.ts'
import { threads } from '../server/test/threads.ts'

const FIRST = [
  '--site-name=Old',
  '--site-url=https://old.example',
  '--contact-email=a@example.com',
  '--name=old',
  '--email=a@example.com',
]

vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'askwell-operations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const place = (name: string) => join(folder, name)

describe.each(engines)('looking after a site (%s)', { timeout: 120_000 }, (engine) => {
  let w: World
  let flags: string[]
  let commands: Awaited<ReturnType<typeof serveCommands>>
  beforeAll(async () => {
    w = await world(engine)
    flags = ['--data', w.folder, '--database', w.url]
    commands = await serveCommands(w.site)
    const { ask, answer, vote } = threads(w)
    const [ann, bo] = [await w.given.member({ rank: 500 }), await w.given.member({ rank: 500 })]
    for (let n = 0; n < 30; n++) await vote(ann, 'up', await answer(bo, await ask(ann)))
    mkdirSync(join(w.folder, 'uploads/post'), { recursive: true })
    for (let n = 0; n < 20; n++) writeFileSync(join(w.folder, `uploads/post/picture-${n}.png`), Buffer.alloc(50_000, n))
    await w.settle() // counted views and visits are written now, not in the middle of a comparison
  })
  afterAll(async () => {
    await commands.close()
    await w.close()
  })
  /** What a site is, without starting a process to tell. The index writes its language into the settings; a running site always has something to do. */
  const contentOf = async (url: string, data: string) => {
    const { db, close } = connectToRead(url)
    try {
      const { manifest } = await writeBackup(
        { db, engine },
        { config: { data }, file: place(`look-${Math.random()}.tar.gz`), version: '0', now: 0, onProgress: () => {} },
      )
      const tables = Object.entries(manifest.tables).filter(([name]) => name !== 'settings' && name !== 'jobs')
      return Object.fromEntries(tables.map(([name, { sha256 }]) => [name, sha256]))
    } finally {
      await close()
    }
  }

  test('a backup of the running site is written and checked in one command, once', async () => {
    const file = place(`${engine}.tar.gz`)
    const folderInUse = engine === 'sqlite' ? occupyFolder(w.folder) : undefined // as the running site has it
    const { status, stdout, stderr } = await askwell(['backup', file, ...flags])
    folderInUse?.release()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(
      /^\S+: \d{3,} rows of \d+ tables and 20 uploads, [\d.]+ MB unpacked; read back and found whole, [\d.]+ s\.$/,
    )
    expect(await askwell(['backup', file, ...flags])).toMatchObject({
      status: 1,
      stderr: `${file} is there already; choose another name.`,
    })
    expect(spawnSync('tar', ['tzf', file], { encoding: 'utf8' }).stdout).toContain('manifest.json')
  })

  test('it becomes a site elsewhere, which says that it is one; a second time only with --replace', async () => {
    const there = await freshDatabase(engine)
    const flagsThere = ['--data', there.folder, ...(engine === 'postgres' ? ['--database', there.url] : [])]
    const { status, stdout, stderr } = await askwell(['restore', place(`${engine}.tar.gz`), ...flagsThere])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^\d{3,} rows and 20 uploads are back as of 20\S+Z, \d+ posts are indexed, [\d.]+ s\./)
    expect(await contentOf(there.url, there.folder)).toEqual(await contentOf(w.url, w.folder))
    expect((await askwell(['doctor', ...flagsThere])).stdout).toMatch(/^Everything is as it should be/)
    expect(await askwell(['restore', place(`${engine}.tar.gz`), ...flagsThere])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^There is a site already\. `--replace` [^\n]+$/),
    })
    expect((await askwell(['restore', place(`${engine}.tar.gz`), '--replace', ...flagsThere])).status).toBe(0)
    await there.remove()
  })

  test('a running site is not restored into', async () => {
    const folderInUse = engine === 'sqlite' ? occupyFolder(w.folder) : undefined // on PostgreSQL the site here has a line of its own
    const { status, stderr } = await askwell(['restore', place(`${engine}.tar.gz`), '--replace', ...flags])
    folderInUse?.release()
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^Another Askwell process is using (the folder|this database)[^\n]+\.$/),
    ])
  })

  test('killed at any moment, it leaves the old site or the new one, never something between', async () => {
    const there = await freshDatabase(engine)
    const flagsThere = ['--data', there.folder, ...(engine === 'postgres' ? ['--database', there.url] : [])]
    await askwell([
      'install',
      ...flagsThere,
      '--site-name',
      'Old',
      '--site-url',
      'https://old.example',
      '--contact-email',
      'a@example.com',
      '--name',
      'old',
      '--email',
      'a@example.com',
      '--password',
      'old-password',
    ])
    const uploads = (name: string) => join(there.folder, 'uploads/post', name)
    mkdirSync(uploads(''), { recursive: true })
    writeFileSync(uploads('old.png'), 'old')
    const [before, after] = [await contentOf(there.url, there.folder), await contentOf(w.url, w.folder)]
    const killWhen = async (isTime: () => boolean) => {
      const child = spawn(process.execPath, [MAIN, 'restore', place(`${engine}.tar.gz`), '--replace', ...flagsThere], {
        env: own(),
        stdio: 'ignore',
      })
      const ended = once(child, 'close')
      while (child.exitCode === null && child.signalCode === null && !isTime())
        await new Promise((resume) => setImmediate(resume))
      child.kill('SIGKILL')
      await ended
      const now = await contentOf(there.url, there.folder)
      return isDeepStrictEqual(now, before) ? 'old' : isDeepStrictEqual(now, after) ? 'new' : 'neither'
    }
    // Uploads come behind the rows and before the end of the transaction, so they show how far it is.
    expect(await killWhen(() => existsSync(uploads('picture-0.png')))).toBe('old')
    expect(existsSync(uploads('old.png'))).toBe(true)
    expect(['old', 'new']).toContain(await killWhen(() => existsSync(uploads('picture-9.png'))))
    expect(await killWhen(() => !existsSync(uploads('old.png')))).toBe('new')
    for (let n = 0; n < 20; n++) expect(statSync(uploads(`picture-${n}.png`)).size).toBe(50_000)
    expect(readdirSync(uploads('')).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `picture-${n}.png`).sort())
    await there.remove()
  })

  test('the maintenance switch is heard by the running site', async () => {
    expect(await askwell(['maintenance', 'perhaps', ...flags])).toMatchObject({
      status: 2,
      stderr: 'Wrong choice: state is "perhaps", and can be "on", "off".',
    })
    for (const [state, status] of [
      ['on', 503],
      ['off', 200],
    ] as const) {
      expect((await askwell(['maintenance', state, ...flags])).status).toBe(0)
      let found = 0
      for (let tries = 0; found !== status && tries < 300; tries++) {
        found = (await w.server.inject({ url: '/answer/api/v1/question/page' })).statusCode
        await new Promise((resume) => setTimeout(resume, 10))
      }
      expect([state, found]).toEqual([state, status])
    }
  })

  test('a setting that locks staff out can be turned off at the command line', async () => {
    const asks = async () => (await siteSettings(w.app)).login.staff_second_factor
    for (const [state, asked] of [
      ['on', true],
      ['off', false],
    ] as const) {
      expect(await askwell(['staff-second-factor', state, ...flags])).toMatchObject({ status: 0, stderr: '' })
      await expect.poll(asks).toBe(asked)
    }
  })

  test('uploads move into an S3 storage and back beside the running site, and back again if none is left there', async () => {
    const s3 = await startFakeS3({ accessKey: 'key', bucket: 'attic' })
    w.app.config.s3Private = true
    const names = [0, 1, 2].map((n) => `picture-${n}.png`)
    const about = { user_id: 1, source: 'post', mime: 'image/png', bytes: 50_000, width: 8, height: 8 }
    const move = async (to: string, ...more: string[]) => {
      const { status, stdout, stderr } = await askwell(['files', 'move', '--to', to, ...more, ...flags])
      return [status, stdout.replace(/ in [\d.]+ s/, ''), stderr, s3.objects.size]
    }
    expect(await move('s3')).toEqual([1, '', translateReason('en_US', 'error.s3.none'), 0])
    await w.app.transaction(async ({ db }) => {
      await insertMany(
        db,
        'files',
        names.map((name) => ({ ...about, path: `post/${name}`, created_at: 1, deleted_at: 0 })),
      )
      const keys = { s3_bucket: 'attic', s3_access_key: 'key', s3_secret_key: 'secret' }
      await saveUploadStorage(db, { ...ON_DISK, ...keys, s3_endpoint: s3.endpoint }, 1)
    })
    const isHere = (name: string) => existsSync(join(w.folder, 'uploads/post', name))
    expect(await move('s3')).toEqual([0, '3 uploads were moved,.', '', 3])
    expect(names.some(isHere)).toBe(false)
    expect(await move('s3')).toEqual([0, '0 uploads were moved,.', '', 3])
    expect(await move('disk')).toEqual([0, '3 uploads were moved,.', '', 0])
    expect(names.every(isHere)).toBe(true)
    rmSync(join(w.folder, 'uploads/post', names[0]!))
    expect(await move('s3')).toEqual([1, '2 uploads were moved,.\n1 is in neither place; `doctor` names them.', '', 2])
    await s3.close()
  })

  test('somebody who has lost their second factor is let in without it again', async () => {
    const member = await w.given.member()
    expect(await askwell(['forget-factors', member.username, ...flags])).toMatchObject({
      status: 1,
      stderr: `${member.username} has no second factor.`,
    })
    await w.app.transaction(async (tx) => {
      await storeSecret(tx.db, member.id, 'SECRET', tx.now())
      await confirmSecret(tx.db, member.id, tx.now())
    })
    expect(await askwell(['forget-factors', member.username, ...flags])).toMatchObject({
      status: 0,
      stdout: `${member.username} logs in by password alone now.`,
    })
    expect(await hasSecondFactor(w.app.db, member.id)).toBe(false)
    expect(await askwell(['forget-factors', 'nobody-at-all', ...flags])).toMatchObject({
      status: 1,
      stderr: 'There is no member called "nobody-at-all".',
    })
  })
})

test('what was restored into is what starts; where the environment names another database, that is said', async () => {
  const [there, other] = [place('restored'), place('other')]
  const install = (data: string, ...more: string[]) =>
    askwell(['install', '--data', data, ...more, ...FIRST, '--password', 'old-password'])
  expect((await install(there)).status).toBe(0)
  expect((await askwell(['backup', place('small.tar.gz'), '--data', there])).status).toBe(0)
  const into = ['--data', other, '--database', 'sqlite:mine.db']
  expect(await askwell(['restore', place('small.tar.gz'), ...into])).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(readFileSync(join(other, 'config.json'), 'utf8'))).toEqual({ database: 'sqlite:mine.db' })
  expect((await askwell(['doctor', '--data', other])).status).toBe(0)
  writeFileSync(place('env'), `ASKWELL_DATABASE=sqlite:${join(there, 'askwell.db')}\n`)
  expect(
    await askwell(['restore', place('small.tar.gz'), '--replace', ...into, '--env-file', place('env')]),
  ).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^ASKWELL_DATABASE in the environment, [^\n]+ change it there\.$/) as string,
  })
})

test('a folder that was moved stays one site for commands too, and a database that is gone is no reason for a new one', async () => {
  const [before, after] = [place('before'), place('after')]
  await askwell(['install', '--data', before, ...FIRST, '--password', 'old-password'])
  renameSync(before, after)
  expect((await askwell(['doctor', '--data', after])).stdout).toMatch(/^Everything is as it should be/)
  rmSync(join(after, 'askwell.db'))
  for (const verb of [['doctor'], ['reindex'], ['install', ...FIRST, '--password', 'old-password']])
    expect(await askwell([...verb, '--data', after])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The database \S+askwell\.db is not there, though [^\n]+$/) as string,
    })
  expect(existsSync(join(after, 'askwell.db'))).toBe(false)
})

test.runIf(process.getuid?.() === 0)('what root restores belongs to whom the folder belongs to', async () => {
  const [mine, theirs] = [place('mine'), place('theirs')]
  await askwell(['install', '--data', mine, ...FIRST, '--password', 'old-password'])
  mkdirSync(join(mine, 'uploads/post'), { recursive: true })
  writeFileSync(join(mine, 'uploads/post/picture.png'), 'picture')
  expect((await askwell(['backup', place('owned.tar.gz'), '--data', mine])).status).toBe(0)
  mkdirSync(theirs)
  chownSync(theirs, 12345, 12346)
  const elsewhere = place('elsewhere')
  mkdirSync(join(elsewhere, 'within'), { recursive: true })
  for (const name of ['file', 'within/file', 'named-twice']) writeFileSync(join(elsewhere, name), 'of the machine')
  symlinkSync(elsewhere, join(theirs, 'link'))
  linkSync(join(elsewhere, 'named-twice'), join(theirs, 'named-twice'))
  expect(await askwell(['restore', place('owned.tar.gz'), '--data', theirs])).toMatchObject({ status: 0, stderr: '' })
  for (const name of ['.', 'file', 'within', 'within/file', 'named-twice'])
    expect([name, statSync(join(elsewhere, name)).uid]).toEqual([name, 0])
  rmSync(join(theirs, 'link'))
  rmSync(join(theirs, 'named-twice'))
  const owned = readdirSync(theirs, { recursive: true, encoding: 'utf8' }).toSorted()
  expect(owned).toEqual(expect.arrayContaining(['askwell.db', 'config.json', join('uploads', 'post', 'picture.png')]))
  for (const name of owned) {
    const { uid, gid } = statSync(join(theirs, name))
    expect([name, uid, gid]).toEqual([name, 12345, 12346])
  }
})

test.runIf(process.getuid?.() === 0)(
  'after a backup by root the site can write when its next one was made',
  async () => {
    const theirs = place('served')
    await askwell(['install', '--data', theirs, ...FIRST, '--password', 'old-password'])
    chownSync(theirs, 12345, 12346)
    expect((await askwell(['backup', place('by-root.tar.gz'), '--data', theirs])).status).toBe(0)
    expect(statSync(join(theirs, 'last-backup')).uid).toBe(12345)
  },
)

// A file system of two megabytes; where the tests may make none, its own limit for files stands for it.
test('a full disk is said in a sentence, and nothing is left of what was begun', async () => {
  const mine = place('full')
  await askwell(['install', '--data', mine, ...FIRST, '--password', 'old-password'])
  mkdirSync(join(mine, 'uploads/post'), { recursive: true })
  writeFileSync(join(mine, 'uploads/post/picture.png'), randomBytes(3_000_000))
  expect((await askwell(['backup', place('full.tar.gz'), '--data', mine])).status).toBe(0)
  const small = place('small-disk')
  mkdirSync(small)
  const isDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small]).status === 0
  const onSmallDisk = (...args: string[]) => {
    const { status, stdout, stderr } = isDisk
      ? spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env: own() })
      : spawnSync('sh', ['-c', 'ulimit -f 3000; exec "$@"', 'sh', process.execPath, MAIN, ...args], {
          encoding: 'utf8',
          env: own(),
        })
    return [status, stdout.trim(), stderr.trim()]
  }
  try {
    expect(onSmallDisk('backup', join(small, 'b.tar.gz'), '--data', mine)).toEqual([
      1,
      '',
      `There is no room for ${join(small, 'b.tar.gz')}; nothing is left of what was begun of it.`,
    ])
    expect(readdirSync(small)).toEqual([])
    expect(onSmallDisk('restore', place('full.tar.gz'), '--data', join(small, 'site'))).toEqual([
      1,
      '',
      `There is no room for what is in ${place('full.tar.gz')}; nothing was changed.`,
    ])
    expect(readdirSync(join(small, 'site/uploads/post'))).toEqual([])
    rmSync(join(small, 'site'), { recursive: true })
    expect(onSmallDisk('export', join(small, 'e'), '--private', '--data', mine)).toEqual([
      1,
      '',
      `There is no room for all of it in ${join(small, 'e')}; what is there so far can be erased.`,
    ])
  } finally {
    if (isDisk) spawnSync('umount', [small])
  }
})

test('a file that is no database, and places where nothing can be, are named', async () => {
  const [mine, letter] = [place('named'), place('text.db')]
  await askwell(['install', '--data', mine, ...FIRST, '--password', 'old-password'])
  writeFileSync(
    letter,
    'this is no database, but a text that is long enough to be taken for the head of one. '.repeat(3),
  )
  const said = async (...args: string[]) => {
    const { status, stdout, stderr } = await askwell(args)
    expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 1])
    return stderr
  }
  for (const verb of [['doctor'], ['reindex'], ['install', ...FIRST, '--password', 'old-password']])
    expect(await said(...verb, '--data', place('n'), '--database', `sqlite:${letter}`)).toBe(
      `The database ${letter} is a file of another kind: no database.`,
    )
  expect(await said('backup', '/nowhere/x.tar.gz', '--data', mine)).toBe(
    'There is no folder /nowhere to write the backup into.',
  )
  expect(await said('export', '/proc/nope/x', '--data', mine)).toMatch(/^\/proc\/nope can't be used: /)
  expect(await said('export', letter, '--data', mine)).toBe(`${letter} can't be used: not a directory.`)
  expect(await said('restore', folder, '--data', place('n'))).toBe(`There is no file ${folder}.`)
  expect(await said('install', ...FIRST, '--password', 'old-password', '--data', '/proc/nope')).toMatch(
    /can't be used: /,
  )
  expect(
    await said(
      'install',
      ...FIRST,
      '--password',
      'old-password',
      '--data',
      place('n'),
      '--database',
      'sqlite:/proc/nope/x.db',
    ),
  ).toMatch(/^The database \/proc\/nope\/x\.db can't be used: /)
})

test.each([
  [['backup', '/nowhere/at/all.tar.gz', '--data', '/nowhere/at/all'], 'There is no site in /nowhere/at/all.'],
  [['restore', '/nowhere/at/all.tar.gz'], 'There is no file /nowhere/at/all.tar.gz.'],
  [['restore', import.meta.filename], 'The backup is damaged: '],
])('%j is answered with one sentence', async (args, sentence) => {
  const { status, stdout, stderr } = await askwell(args)
  expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 1])
  expect(stderr).toContain(sentence)
})
