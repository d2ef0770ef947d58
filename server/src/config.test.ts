import {
  chmodSync,
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
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigProblem, DEFAULTS, hasConfigFile, KEYS, saveInFile, readConfig, refuseMissing } from './config.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'askwell-config-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

/** Not the one of a site that this machine may have. */
const NO_ENV_FILE = '/nowhere/askwell.env'
const read = (args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  readConfig(args, { ASKWELL_DATA: data, ...env }, NO_ENV_FILE)
const write = (content: unknown) =>
  writeFileSync(join(data, 'config.json'), typeof content === 'string' ? content : JSON.stringify(content))
const problem = (args: string[] = [], env: NodeJS.ProcessEnv = {}) => {
  try {
    read(args, env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigProblem)
    return (error as Error).message
  }
  throw new Error('nothing was wrong')
}

describe('the settings', () => {
  test('have defaults that suit a first try', () => {
    expect(readConfig([], {}, NO_ENV_FILE)).toEqual({
      host: '127.0.0.1',
      port: 8080,
      data: resolve('./data'),
      database: '',
      databaseGiven: false,
      limits: 1,
      log: 'error',
      proxies: 'loopback',
      metrics: undefined,
      importUploadMb: 2048,
      s3Private: false,
      embeddingsPrivate: false,
      dev: false,
    })
  })

  test('a flag counts more than the environment, that more than the file, that more than the default', () => {
    write({ host: 'file', port: 1, log: 'debug', limits: 'off' })
    const env = { ASKWELL_HOST: 'environment', ASKWELL_PORT: '2', ASKWELL_LOG: 'info' }
    expect(read(['--host', 'flag', '--port=3'], env)).toMatchObject({ host: 'flag', port: 3, log: 'info', limits: 0 })
    expect(read([], env)).toMatchObject({ host: 'environment', port: 2, log: 'info', limits: 0 })
    expect(read()).toMatchObject({ host: 'file', port: 1, log: 'debug', limits: 0 })
    expect(read(['--data', join(data, 'other')])).toMatchObject({
      data: join(data, 'other'),
      host: '127.0.0.1',
      port: 8080,
    })
  })

  test('what is given but empty counts as not given', () => {
    write({ port: 1 })
    expect(read(['--port='], { ASKWELL_HOST: '', ASKWELL_PORT: '' })).toMatchObject({ port: 1, host: '127.0.0.1' })
    expect(readConfig(['--data', ''], {}, NO_ENV_FILE).data).toBe(resolve('./data'))
  })

  test('a database from flag or environment is given, one from the file is what the wizard chose', () => {
    write({ database: 'sqlite:/srv/chosen.db' })
    expect(read()).toMatchObject({ database: 'sqlite:/srv/chosen.db', databaseGiven: false })
    expect(read([], { ASKWELL_DATABASE: 'postgres://one/two' })).toMatchObject({
      database: 'postgres://one/two',
      databaseGiven: true,
    })
    expect(read(['--database', 'sqlite:here.db'])).toMatchObject({
      database: `sqlite:${join(data, 'here.db')}`,
      databaseGiven: true,
    })
  })

  test.each([
    ['on', 1],
    ['off', 0],
    ['2', 2],
    ['0.5', 0.5],
  ])('limits "%s" are the factor %d', (text, factor) => {
    expect(read(['--limits', text]).limits).toBe(factor)
  })

  test('S3 at a private address is allowed by the server’s own settings only', () => {
    expect(read([], { ASKWELL_S3_PRIVATE: 'on' }).s3Private).toBe(true)
    expect(read([], { ASKWELL_EMBEDDINGS_PRIVATE: 'on' }).embeddingsPrivate).toBe(true)
    expect(problem(['--s3-private', 'yes'])).toContain('"on" or "off"')
  })

  test('metrics are had by a port or a token, proxies are addresses, networks or their names', () => {
    expect(read().metrics).toBeUndefined()
    expect(read(['--metrics-port', '9100']).metrics).toEqual({ port: 9100, token: '' })
    expect(read([], { ASKWELL_METRICS_TOKEN: 'x' }).metrics).toEqual({ token: 'x' })
    for (const proxies of ['none', 'loopback', '10.0.0.1', 'loopback, 172.16.0.0/12,fd00::/8', 'uniquelocal'])
      expect(read(['--proxies', proxies]).proxies).toBe(proxies)
  })

  test('what other commands read from the environment is left alone, and so is everybody else’s', () => {
    expect(
      read([], {
        ASKWELL_INSTALL_SITE_NAME: 'Here',
        ASKWELL_TEST_POSTGRES: 'x',
        ASKWELL_E2E_CHROMIUM: 'y',
        PORT: '1',
        HOSTNAME: 'z',
      }),
    ).toMatchObject({ host: '127.0.0.1', port: 8080 })
  })
})

describe('a mistake in the settings stops the start with one sentence that names it', () => {
  const wrong: [string, string[], NodeJS.ProcessEnv, RegExp][] = [
    ['an unknown flag', ['--prot', '1'], {}, /--prot/],
    ['a flag without its value', ['--port'], {}, /--port/],
    ['a word that is no flag', ['serve'], {}, /serve/],
    ['an unknown name in the environment', [], { ASKWELL_PROT: '1' }, /ASKWELL_PROT/],
    ['an unknown name in the environment, though empty', [], { ASKWELL_PROT: '' }, /ASKWELL_PROT/],
    ['a port that is no number', ['--port', 'http'], {}, /port "http"/],
    ['a port too large', [], { ASKWELL_PORT: '65536' }, /port "65536"/],
    ['a negative port', ['--port=-1'], {}, /port "-1"/],
    ['limits that are no factor', ['--limits', 'some'], {}, /limits "some"/],
    ['negative limits', ['--limits=-1'], {}, /limits "-1"/],
    ['another database', ['--database', 'mysql://root@here/db'], {}, /database "mysql:\/\/…@here\/db"/],
    ['an unknown log level', ['--log', 'loud'], {}, /log level "loud"/],
    ['a proxy that is no address', [], { ASKWELL_PROXIES: '10.0.0.1, proxy.example' }, /proxy "proxy\.example"/],
    ['a port for metrics that is none', ['--metrics-port', 'x'], {}, /port "x"/],
  ]
  test.each(wrong)('%s', (_, args, env, named) => {
    const said = problem(args, env)
    expect(said).toMatch(named)
    expect(said).toMatch(/^[^\n]+\.$/)
  })

  test('without giving the database’s password away', () => {
    expect(problem(['--database', 'oracle://me:p@ss:word@host/db'])).not.toMatch(/ss|word/)
  })

  const broken: [string, unknown, RegExp][] = [
    ['half a file', '{"port": 80', /config\.json is not a JSON object/],
    ['a list', '[1]', /config\.json is not a JSON object/],
    ['nothing at all', 'null', /config\.json is not a JSON object/],
    ['an unknown name', { colour: 'red' }, /config\.json has an unknown setting "colour"/],
    ['where an environment file is', { env_file: '/etc/x' }, /unknown setting "env_file"/],
    ['the folder it is in itself', { data: '/srv' }, /unknown setting "data"/],
    ['something that is neither text nor a number', { host: { name: 'x' } }, /"host" in .*config\.json/],
    ['a bad value', { port: 'x' }, /port "x"/],
  ]
  test.each(broken)('%s in the file', (_, content, named) => {
    write(content)
    expect(problem()).toMatch(named)
  })

  test('a file that is none', () => {
    mkdirSync(join(data, 'config.json'))
    expect(problem()).toMatch(/config\.json can't be read: [^\n]+\.$/)
  })
})

test('every setting stands in docs/operations.md with its flag, its variable and its default, and no other', () => {
  const table = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `--'))
  const said = table.map((line) =>
    line
      .split('|')
      .slice(1, 4)
      .map((cell) => cell.trim()),
  )
  expect(said.map(([flag, variable]) => [flag, variable])).toEqual(
    KEYS.map((key) => [`\`--${key.replaceAll('_', '-')}\``, `\`ASKWELL_${key.toUpperCase()}\``]),
  )
  for (const [n, key] of KEYS.entries())
    expect([key, said[n]![2]]).toEqual([key, DEFAULTS[key] ? `\`${DEFAULTS[key]}\`` : expect.stringMatching(/^none/)])
})

describe('a service’s environment file', () => {
  const file = () => join(data, 'askwell.env')
  const says = (...lines: string[]) => writeFileSync(file(), lines.join('\n'))
  const usual = (args: string[] = [], env: NodeJS.ProcessEnv = {}) => readConfig(args, env, file())

  test('tells a command that names no folder, or this one, where the site lives', () => {
    says('# settings', `ASKWELL_DATA=${data}/site`, 'ASKWELL_DATABASE="postgres://one/two"', 'OTHER=3')
    const site = { data: join(data, 'site'), database: 'postgres://one/two', databaseGiven: true }
    expect(usual()).toMatchObject(site)
    expect(usual(['--data', `${data}/site/`])).toMatchObject(site)
    expect(usual([], { ASKWELL_DATABASE: 'postgres://three/four' })).toMatchObject({
      ...site,
      database: 'postgres://three/four',
    })
  })

  test('has nothing to say about another folder, unless it is named itself', () => {
    says(`ASKWELL_DATA=${data}/site`, 'ASKWELL_DATABASE=postgres://one/two')
    const other = join(data, 'other')
    expect(usual(['--data', other])).toMatchObject({ data: other, database: '' })
    expect(usual([], { ASKWELL_DATA: other })).toMatchObject({ data: other, database: '' })
    for (const named of [usual(['--env-file', file(), '--data', other]), read([], { ASKWELL_ENV_FILE: file() })])
      expect(named.database).toBe('postgres://one/two')
  })

  test('that is named and missing, or there and can’t be read, is told', () => {
    expect(problem(['--env-file', '/nowhere/at/all'])).toMatch(
      /^\/nowhere\/at\/all says where the site lives, but can't/,
    )
    mkdirSync(file())
    expect(() => usual()).toThrow(/can't be read: [^\n]+\.$/)
    expect(usual(['--data', data]).data).toBe(data)
  })

  test('with a mistake in it is named', () => {
    says('ASKWELL_PROT=1')
    expect(() => usual()).toThrow(/There is no setting ASKWELL_PROT, which .*askwell\.env has/)
  })
})

describe('the database of a folder', () => {
  const lying = (...path: string[]) => {
    const place = join(data, ...path)
    mkdirSync(join(place, '..'), { recursive: true })
    writeFileSync(place, '')
    return place
  }
  const names = (database: string, folder = data) =>
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ database }))

  test('is written down so that it goes along with the folder', () => {
    saveInFile(data, { database: `sqlite:${data}/askwell.db` })
    expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toEqual({ database: 'sqlite:askwell.db' })
    expect(read().database).toBe(`sqlite:${data}/askwell.db`)
    const link = `${data}-link`
    symlinkSync(data, link)
    saveInFile(link, { database: `sqlite:${data}/sub/x.db` })
    rmSync(link)
    expect(read().database).toBe(`sqlite:${data}/sub/x.db`)
  })

  test('stays where it is when it lies elsewhere on purpose', () => {
    saveInFile(join(data, 'site'), { database: `sqlite:${lying('disk', 'x.db')}` })
    expect(read(['--data', join(data, 'site')])).toMatchObject({ database: `sqlite:${data}/disk/x.db` })
    lying('site', 'x.db')
    expect(read(['--data', join(data, 'site')]).database).toBe(`sqlite:${data}/disk/x.db`)
  })

  test('is its own after the folder was moved, though a whole path is written down', () => {
    names('sqlite:/where/it/was/x.db')
    expect(read()).toMatchObject({ database: 'sqlite:/where/it/was/x.db' })
    expect(() => refuseMissing(read())).toThrow(
      /^The database \/where\/it\/was\/x\.db is not there, though .*names it;/,
    )
    lying('x.db')
    expect(read()).toMatchObject({
      database: `sqlite:${data}/x.db`,
      remark: expect.stringMatching(/names \/where\/it\/was\/x\.db, which is not there; .*x\.db is used/) as string,
    })
  })

  test('is its own after the folder was copied, never that of the other site', () => {
    const original = lying('original', 'x.db')
    names(`sqlite:${original}`, join(data, 'original'))
    lying('copy', 'x.db')
    names(`sqlite:${original}`, join(data, 'copy'))
    expect(read(['--data', join(data, 'copy')])).toMatchObject({
      database: `sqlite:${data}/copy/x.db`,
      remark: expect.stringContaining('which belongs to another folder') as string,
    })
    expect(read(['--data', join(data, 'original')])).toMatchObject({ database: `sqlite:${original}` })
    expect(read(['--data', join(data, 'original')]).remark).toBeUndefined()
  })

  test('is the one with the usual name where none is written down', () => {
    expect(read().database).toBe('')
    lying('askwell.db')
    expect(read()).toMatchObject({ database: `sqlite:${data}/askwell.db`, databaseGiven: false })
  })

  test('that is named has to be there', () => {
    expect(() => refuseMissing(read(['--database', 'sqlite:x.db']))).toThrow(/x\.db is not there, though the settings/)
    lying('x.db')
    for (const config of [read(), read(['--database', 'sqlite:x.db']), read(['--database', 'postgres://one/two'])])
      expect(() => refuseMissing(config)).not.toThrow()
  })
})

describe('what the wizard chose', () => {
  test('is kept where only the site’s own user can read it, and found at the next start', () => {
    expect(hasConfigFile(data)).toBe(false)
    saveInFile(join(data, 'new', 'folder'), { database: 'postgres://me:secret@host/db' })
    expect(statSync(join(data, 'new', 'folder', 'config.json')).mode & 0o777).toBe(0o600)
    expect(hasConfigFile(join(data, 'new', 'folder'))).toBe(true)
    expect(readConfig(['--data', join(data, 'new', 'folder')], {}).database).toBe('postgres://me:secret@host/db')
  })

  test('leaves what else is in the file, and takes rights away that were too wide', () => {
    write({ port: 9000, database: 'sqlite:/old.db' })
    chmodSync(join(data, 'config.json'), 0o644)
    writeFileSync(join(data, 'config.json.new'), 'left over from a crash', { mode: 0o666 })
    saveInFile(data, { database: 'sqlite:/new.db' })
    expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toEqual({
      port: 9000,
      database: 'sqlite:/new.db',
    })
    expect(statSync(join(data, 'config.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(data)).toEqual(['config.json'])
  })

  test('changes nothing where it can’t be written', () => {
    write({ port: 9000 })
    mkdirSync(join(data, 'config.json.new'))
    expect(() => saveInFile(data, { database: 'sqlite:/new.db' })).toThrow(/EISDIR/)
    expect(readFileSync(join(data, 'config.json'), 'utf8')).toBe('{"port":9000}')
  })
})
