import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { questionPage } from '@askwell/contract/questions.ts'
import { occupyFolder } from '@askwell/server/db/connect.ts'
import { updatePost } from '@askwell/server/features/content/posts/queries.ts'
import { confirmSecret, storeSecret } from '@askwell/server/features/users/second-factors/queries.ts'
import { isAnswered } from '@askwell/server/commands/hand-over.ts'
import { serveCommands } from '@askwell/server/commands/command-socket.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../server/test/world.ts'
import { askwell, MAIN, own } from './test/commands.ts'
import { writeDump } from '../server/test/write-dump.ts'

const start = (args: string[]) => {
  const child = spawn(process.execPath, [MAIN, ...args], { env: own() })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, ...said }))
  return { child, ended }
}

const top = mkdtempSync(join(tmpdir(), 'askwell-running-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))
let dumps = 0
const dump = (posts: number) => writeDump(join(top, `dump-${++dumps}`), posts)

describe.each(engines)('beside a running site (%s)', { timeout: 120_000 }, (engine) => {
  let w: World
  let closing: (() => Promise<unknown>)[]
  const flags = () => ['--data', w.folder, '--database', w.url]
  /** As a process of the site does. */
  const run = async () => {
    const folder = engine === 'sqlite' ? occupyFolder(w.folder) : undefined
    const commands = await serveCommands(w.site)
    const close = async () => {
      await commands.close()
      folder?.release()
    }
    closing.push(close)
    return { close }
  }
  const countPosts = async () =>
    (
      await w.app.db
        .selectFrom('posts')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const socketOf = (data: string) => readFileSync(join(data, 'run/command-socket'), 'utf8').trim()

  beforeEach(async () => {
    w = await world(engine)
    closing = []
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    for (const close of closing) await close().catch(() => {})
    await w.close()
  })

  test('a folder that was copied while its site ran has nothing done to that site', async () => {
    await run()
    const copy = mkdtempSync(join(top, 'copy-'))
    mkdirSync(join(copy, 'run'))
    cpSync(join(w.folder, 'run/command-socket'), join(copy, 'run/command-socket'))
    expect(await isAnswered(w.folder)).toBe(true)
    expect(await isAnswered(copy)).toBe(false)
    const link = join(top, `link-${randomUUID()}`)
    symlinkSync(w.folder, link)
    expect(await isAnswered(link)).toBe(true) // the same folder under another name
  })

  test('what writes is done by the process of the site: importing, indexing, putting right, switching', async () => {
    await run()
    const before = await countPosts()
    const heard: string[] = []
    w.app.onCommit((happened) => heard.push(...happened.map(({ name }) => name)))
    const imported = await askwell(['import', 'stackexchange', dump(30), ...flags()])
    expect([imported.status, imported.stderr]).toEqual([0, ''])
    expect(imported.stdout).toMatch(/^Posts +30 rows: 30 brought in/m)
    expect(await countPosts()).toBe(before + 30)
    expect(heard).toContain('site.imported') // in this process, which is the site's

    expect((await askwell(['reindex', ...flags()])).stdout).toMatch(/^\d+ questions and answers are indexed/)
    await w.app.transaction(({ db }) => updatePost(db, 1, { score: 7 }))
    expect((await askwell(['doctor', '--fix', ...flags()])).stdout).toContain('posts.score: 1 put right')
    const { username, id } = await w.given.member()
    await w.app.transaction(async (tx) => {
      await storeSecret(tx.db, id, 'SECRET', tx.now())
      await confirmSecret(tx.db, id, tx.now())
    })
    expect(await askwell(['forget-factors', username, ...flags()])).toMatchObject({ status: 0 })
    expect(await askwell(['forget-factors', username, ...flags()])).toMatchObject({
      status: 1,
      stderr: `${username} has no second factor.`,
    })
    expect(await askwell(['maintenance', 'on', ...flags()])).toMatchObject({ status: 0, stderr: '' })
    await expect.poll(async () => (await w.server.inject({ url: '/answer/api/v1/question/page' })).statusCode).toBe(503)
  })

  test('meanwhile the site answers', async () => {
    await run()
    const before = await countPosts()
    const { ended } = start(['import', 'stackexchange', dump(600), ...flags()])
    const seen = new Set<number>()
    const importing = { isOver: false }
    void ended.finally(() => (importing.isOver = true))
    while (!importing.isOver) {
      await w.nobody.call(questionPage, { query: { page: 1, page_size: 10, order: 'newest' } })
      seen.add((await countPosts()) - before)
      await new Promise(setImmediate) // as between two requests: SQLite answers at once, and nothing else would have its turn
    }
    expect((await ended).status).toBe(0)
    expect([...seen].some((n) => n > 0 && n < 600)).toBe(true)
  })

  test('Ctrl-C stops it between two steps, says what is in and what is not; again, it goes on and nothing comes twice', async () => {
    await run()
    const before = await countPosts()
    const folder = dump(2000)
    const { child, ended } = start(['import', 'stackexchange', folder, ...flags()])
    while ((await countPosts()) === before) await new Promise((resume) => setTimeout(resume, 5))
    child.kill('SIGINT')
    const { status, stdout, stderr } = await ended
    const came = (await countPosts()) - before
    expect(came).toBeGreaterThan(0)
    expect(came).toBeLessThan(2000)
    expect(status).toBe(130)
    expect(stdout).toContain(`: ${came} brought in`)
    expect(stderr).toMatch(
      /^Stopped\. What is counted above is in; not yet: Posts\.xml from about row \d+ on, Comments\.xml\. The same command again goes on/m,
    )
    const again = await askwell(['import', 'stackexchange', folder, ...flags()])
    expect(again.status).toBe(0)
    expect(again.stdout).toMatch(
      new RegExp(`^Posts +2000 rows: ${2000 - came} brought in, ${came} were there already`, 'm'),
    )
    expect((await countPosts()) - before).toBe(2000)
  })

  test('a command that waits is told if the site stops meanwhile', async () => {
    const site = await run()
    const before = await countPosts()
    const { ended } = start(['import', 'stackexchange', dump(2000), ...flags()])
    while ((await countPosts()) === before) await new Promise((resume) => setTimeout(resume, 5))
    await site.close()
    const { status, stderr } = await ended
    expect(status).toBe(1)
    expect(stderr).toMatch(/again goes on/)
  })

  test('only the owner reaches it', async () => {
    await run()
    const path = socketOf(w.folder)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(statSync(join(w.folder, 'run')).mode & 0o777).toBe(0o700)
  })

  test('what is no command is no trouble, and the site ends though the folder was emptied', async () => {
    const { close } = await run()
    const path = socketOf(w.folder)
    const said = async (line: string) => {
      const socket = connect({ path, allowHalfOpen: true })
      socket.write(`${line}\n`)
      return text(socket).finally(() => socket.destroy())
    }
    for (const line of ['null', '7', '{', ''])
      expect([line, await said(line)]).toEqual([line, expect.not.stringContaining('result')])
    for (const sent of [{}, { verb: 'toString' }, { verb: 'forget-factors' }])
      expect(await said(JSON.stringify({ ...sent, version: w.site.version }))).toMatch(/^\{"problem":/)
    w.faults.length = 0 // a command of ours has arguments
    rmSync(join(w.folder, 'run'), { recursive: true })
    await close()
  })

  test('what a killed process left behind is in nobody’s way', async () => {
    await run().then(({ close }) => close())
    expect(existsSync(join(w.folder, 'run/command-socket'))).toBe(false)
    const path = join(w.folder, 'run/command.sock')
    const dead = createServer().listen(path)
    await once(dead, 'listening')
    writeFileSync(join(w.folder, 'run/command-socket'), path)
    await new Promise((resolve) => dead.close(resolve))
    writeFileSync(path, '') // closing it took the file away, being killed doesn't
    // The command goes on by itself, and finds the SQLite file open here.
    expect(await askwell(['maintenance', 'off', ...flags()])).toMatchObject(
      engine === 'sqlite'
        ? { status: 1, stderr: expect.stringContaining('Another Askwell process is using the database') as string }
        : { status: 0, stderr: '' },
    )
    await run()
    expect(await askwell(['reindex', ...flags()])).toMatchObject({ status: 0, stderr: '' })
  })

  test('a data folder whose name is too long for a socket has it elsewhere', async () => {
    const long = join(top, 'a'.repeat(80), engine)
    mkdirSync(long, { recursive: true })
    w.site.config.data = long
    const commands = await serveCommands(w.site)
    closing.push(commands.close)
    const path = socketOf(long)
    expect(path.startsWith(long)).toBe(false)
    expect(Buffer.byteLength(path)).toBeLessThan(104)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(await askwell(['reindex', '--data', long])).toMatchObject({
      stdout: expect.stringContaining('are indexed') as string,
    })
  })
})
