import { cpSync, readFileSync, writeFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect, occupyFolder } from '@askwell/server/db/connect.ts'
import { corpus } from '../server/test/corpus.ts'
import { updatePost } from '@askwell/server/features/content/posts/queries.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../server/test/world.ts'
import { askwell, askwellAnew } from './test/commands.ts'
import { writeDump } from '../server/test/write-dump.ts'

const FIRST = [
  '--site-name',
  'Desk',
  '--site-url',
  'https://ask.example.org',
  '--contact-email',
  'desk@example.org',
  '--name',
  'admin',
  '--email',
  'admin@example.org',
]

test('help names every command, and says how one is used', { timeout: 120_000 }, async () => {
  const { status, stdout } = await askwell(['--help'])
  expect(status).toBe(0)
  for (const verb of ['install', 'import', 'reindex', 'doctor', 'completion'])
    expect(stdout).toMatch(new RegExp(`^  askwell ${verb} .*\\S`, 'm'))
  expect([(await askwell([])).stdout, (await askwell(['help'])).stdout]).toEqual([stdout, stdout])
  const install = await askwell(['install', '--help'])
  expect(install.status).toBe(0)
  for (const flag of ['--site-name', '--password', '--data', '--database']) expect(install.stdout).toContain(flag)
  expect((await askwell(['help', 'install'])).stdout).toBe(install.stdout)
  expect((await askwell(['import', '-h'])).stdout).toContain('askwell import <format> <folder> [file]')
  // As one has to type it where npm runs it.
  expect(askwellAnew(['import', '--help'], { env: { npm_lifecycle_event: 'askwell' } }).stdout).toContain(
    'npm run askwell -- import <format> <folder> [file]',
  )
})

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string
  }
  expect(await askwell(['--version'])).toMatchObject({ status: 0, stdout: version })
})

test('the shell completes commands and flags', { timeout: 120_000 }, () => {
  const { status, stdout } = askwellAnew(['completion'], { env: { SHELL: '/bin/bash' } })
  expect(status).toBe(0)
  expect(stdout).toContain('complete -o bashdefault -o default -F _askwell_yargs_completions askwell')
  expect(askwellAnew(['completion'], { env: { SHELL: '/bin/zsh' } }).stdout).toMatch(/^#compdef askwell$/m)
  expect(askwellAnew(['--get-yargs-completions', 'askwell', '']).stdout.split('\n')).toContain('doctor')
  expect(askwellAnew(['--get-yargs-completions', 'askwell', 'doctor', '--']).stdout.split('\n')).toContain('--fix')
})

const said = async (args: string[]) => {
  const { status, stdout, stderr } = await askwell(args)
  expect([stdout, stderr.split('\n').length]).toEqual(['', 1])
  return { status, stderr }
}

test.each([
  [['improt'], 'There is no command "improt"; did you mean "import"?'],
  [['frobnicate'], 'There is no command or flag "frobnicate"; `askwell --help` lists them.'],
  [['doctor', '--fast'], 'There is no "fast" for this command; `askwell doctor --help` shows what there is.'],
  [['doctor', 'all'], 'There is no "all" for this command'],
  [['doctor', '--data'], 'The flag --data wants a value.'],
  [['import', 'stackexchange'], '1 of 2 are there: `askwell import <format> <folder> [file]`.'],
  [
    ['import', 'xml', 'x'],
    'Wrong choice: format is "xml", and can be "stackexchange", "csv", "jsonl", "apache-answer", "discourse", "question2answer", "askbot", "askwell", "plugin", "undo".',
  ],
])('%j is wrong usage, and answered with one sentence', async (args, sentence) => {
  const { status, stderr } = await said(args)
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
})

test.each([
  [
    ['doctor', '--data', '/nowhere/at/all'],
    'There is no site in /nowhere/at/all. Say where it lives with --data, ASKWELL_DATA or --env-file; `askwell install` makes a new one.',
  ],
  [
    ['import', 'askwell', '/tmp', '--map', 'members.csv'],
    '--map does nothing here: an export of Askwell comes in whole, with its own name and members.',
  ],
  [
    ['import', 'askwell', '/tmp', '--same-names-are-others'],
    '--same-names-are-others does nothing here: an export of Askwell comes in whole',
  ],
  [['import', 'undo', 'beer', '--site', 'ale'], '--site does nothing here: `import undo` takes only the name'],
  [
    ['import', 'csv', 'somewhere', 'export.xml'],
    'Of csv nothing can be named but the folder; a file only goes with plugin.',
  ],
  [['import', 'csv', 'somewhere', '--files', 'uploads'], '--files goes with apache-answer and discourse only.'],
  [['import', 'discourse', 'somewhere', '--settings'], '--settings goes with apache-answer only.'],
  [
    ['import', 'askwell', 'somewhere', '--settings'],
    '--settings does nothing here: an export of Askwell comes in whole',
  ],
  [['reindex', '--database', 'mysql://x'], 'The database "mysql://x" is neither postgres://… nor sqlite:PATH.'],
  [
    ['reindex', '--database', 'postgres://127.0.0.1:1/x'],
    "The database can't be reached: connect ECONNREFUSED 127.0.0.1:1.",
  ],
])('%j fails, and is answered with one sentence', async (args, sentence) => {
  const { status, stderr } = await said(args)
  expect(status).toBe(1)
  expect(stderr).toContain(sentence)
})

/** Their members may be called like those who are here. */
const OTHERS = ['--same-names-are-others', '--same-questions-are-others']

describe.each(engines)('a site from the command line (%s)', { timeout: 120_000 }, (engine) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let place: string[]
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    place = ['--data', fresh.folder, ...(engine === 'postgres' ? ['--database', fresh.url] : [])]
  })
  afterAll(() => fresh.remove())

  test('what is missing is named, all at once, and nothing is made', async () => {
    const { status, stderr } = await askwell(['install', ...place, '--email', 'no address'])
    expect(status).toBe(1)
    expect(
      stderr
        .split('\n')
        .map((line) => line.split(' ')[0]!)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['--contact-email', '--email', '--name', '--password', '--site-name', '--site-url'])
    expect((await askwell(['doctor', ...place])).stderr).toContain('There is no site in')
  })

  test('it is installed by flags and environment, once', async () => {
    const { status, stdout, stderr } = await askwell(['install', ...place, ...FIRST], {
      env: { ASKWELL_INSTALL_PASSWORD: 'a-long-password' },
    })
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'Desk is installed. `npm start` runs it.',
      stderr: '',
    })
    expect(await askwell(['install', ...place])).toMatchObject({
      status: 0,
      stdout: 'The site is installed already; nothing was changed.',
    })
    const file = join(fresh.folder, 'config.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      database: engine === 'sqlite' ? 'sqlite:askwell.db' : fresh.url,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await askwell(['doctor', '--data', fresh.folder])).stdout).toMatch(/^Everything is as it should be/)
  })

  test('the doctor names what is off, even while the site runs, and puts it right where that can be known', async () => {
    expect(await askwell(['doctor', ...place])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Everything is as it should be; [\d.]+ s\.$/) as string,
      stderr: '',
    })
    const database = connect(fresh.url)
    await updatePost(database.write, 1, { score: 7, answer_count: 5 })
    await updatePost(database.write, 3, { user_id: 99 })
    await database.close()
    const running = engine === 'sqlite' ? occupyFolder(fresh.folder) : undefined
    const found = await askwell(['doctor', ...place])
    running?.release()
    expect(found.status).toBe(1)
    for (const line of ['posts.score: 1 wrong: 1 (', 'posts.answer_count: 1 wrong: 1 (', 'posts.user_id: 1 wrong: 3 ('])
      expect(found.stdout).toContain(line)
    const mended = await askwell(['doctor', '--fix', ...place])
    expect(mended.status).toBe(1)
    for (const line of [
      'posts.score: 1 put right',
      'posts.answer_count: 1 put right',
      'posts.user_id: 1 wrong: 3 (',
      'What is left',
    ])
      expect(mended.stdout).toContain(line)
    const again = connect(fresh.url)
    await updatePost(again.write, 3, { user_id: 1 })
    await again.close()
    await askwell(['doctor', '--fix', ...place])
    expect((await askwell(['doctor', ...place])).status).toBe(0)
  })

  const dump = corpus('stackexchange-conlang-meta-2020')
  test.runIf(dump)('a community comes in, with a closing report', async () => {
    const { status, stdout } = await askwell(['import', 'stackexchange', dump!, ...place])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Posts +177 rows: 173 brought in, 0 were there already, 4 aren't brought in, 0 broken$/m)
    expect(stdout).toMatch(/^Compared with the dump: 0 of \d{3,} figures differ$/m)
    expect((await askwell(['import', 'stackexchange', dump!, ...place])).stdout).toMatch(
      /^Posts +177 rows: 0 brought in, 173 were there already/m,
    )
    expect((await askwell(['import', 'stackexchange', fresh.folder, ...place])).stderr).toMatch(/lacks Users\.xml/)
  })

  test.runIf(dump && engine === 'postgres')(
    'the site that runs meanwhile hears of a community that came in',
    async () => {
      const line = new pg.Client({ connectionString: fresh.url })
      const said: string[] = []
      line.on('notification', ({ payload }) => said.push(payload!))
      await line.connect()
      await line.query('listen askwell')
      await askwell(['import', 'stackexchange', dump!, '--site', 'once more', ...OTHERS, ...place])
      await expect.poll(() => said.join()).toContain('"site.imported"')
      await line.end()
    },
  )

  test('a dump is known by what is in it, however its folder is called; another in a folder of that name is another', async () => {
    const [first, moved, other] = ['dump', 'elsewhere/dump-of-2021', 'other/dump'].map((name) =>
      join(fresh.folder, name),
    ) as [string, string, string]
    writeDump(first, 10)
    cpSync(first, moved, { recursive: true })
    writeDump(other, 10, Date.UTC(2018, 5, 6))
    const posts = async (folder: string) =>
      /^Posts .*$/m
        .exec((await askwell(['import', 'stackexchange', folder, ...OTHERS, ...place])).stdout)?.[0]
        .replace(/ +/g, ' ')
    const trial = await askwell(['import', 'stackexchange', first, '--dry-run', ...place])
    expect(trial.stdout).toMatch(/^Posts +10 rows: 10 would come/m)
    expect(await posts(first)).toContain('10 brought in, 0 were there already')
    expect(await posts(moved)).toContain('0 brought in, 10 were there already')
    expect(await posts(other)).toContain('10 brought in, 0 were there already')
    expect(await posts(other)).toContain('0 brought in, 10 were there already')
  })

  test('a file that breaks off is an error: what came in of it is said, and where it ends', async () => {
    const folder = writeDump(join(fresh.folder, 'cut'), 40, Date.UTC(2019, 1, 2))
    const path = join(folder, 'Posts.xml')
    const lines = readFileSync(path, 'utf8').split('\n')
    writeFileSync(path, [...lines.slice(0, 22), lines[22]!.slice(0, 40)].join('\n'))
    const { status, stdout, stderr } = await askwell(['import', 'stackexchange', folder, ...OTHERS, ...place])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^Posts +21 rows: 20 brought in, .* 1 broken$/m)
    expect(stderr).toMatch(/^Posts\.xml breaks off at line 23: what stands before that is in,/)
    writeFileSync(path, lines.join('\n'))
    const again = await askwell(['import', 'stackexchange', folder, ...OTHERS, ...place])
    expect([again.status, again.stderr]).toEqual([0, ''])
    expect(again.stdout).toMatch(/^Posts +40 rows: 20 brought in, 20 were there already/m)
  })

  test('reindex goes through everything', async () => {
    expect(await askwell(['reindex', ...place])).toMatchObject({
      stderr: '',
      stdout: expect.stringMatching(/^\d+ questions and answers are indexed, in [\d.]+ s\.$/) as string,
    })
  })

  test.runIf(engine === 'sqlite')('a folder in use by a running site is left alone', async () => {
    const folder = occupyFolder(fresh.folder)
    const { status, stderr } = await askwell(['doctor', '--fix', ...place])
    folder.release()
    expect(status).toBe(1)
    expect(stderr).toContain(`Another Askwell process is using the folder ${fresh.folder}`)
  })
})
