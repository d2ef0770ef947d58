import { expect, test } from 'vitest'
import { databaseUrls, wrongDatabase } from './policy.ts'

const server = {
  db_type: 'postgres' as const,
  db_host: 'db.example:5433',
  db_name: 'my site',
  db_username: 'ask:well',
  db_password: 'p@ss/w?rd#',
}

test('a SQLite file lies in the data folder, or where a whole path says', () => {
  expect(databaseUrls({ db_type: 'sqlite3' }, '/data')).toEqual(['sqlite:/data/askwell.db'])
  expect(databaseUrls({ db_type: 'sqlite3', db_file: 'my.db' }, '/data')).toEqual(['sqlite:/data/my.db'])
  expect(databaseUrls({ db_type: 'sqlite3', db_file: '/srv/my.db' }, '/data')).toEqual(['sqlite:/srv/my.db'])
})

test('names and passwords may hold whatever an address would take for its own', () => {
  const url = new URL(databaseUrls(server, '/data')[0]!)
  expect([
    url.host,
    decodeURIComponent(url.pathname),
    decodeURIComponent(url.username),
    decodeURIComponent(url.password),
  ]).toEqual(['db.example:5433', '/my site', 'ask:well', 'p@ss/w?rd#'])
})

test.each([
  [{}, ['disable']],
  [{ ssl_enabled: false, ssl_mode: 'require' as const }, ['disable']],
  [{ ssl_enabled: true }, ['require']],
  [{ ssl_enabled: true, ssl_mode: 'allow' as const }, ['disable', 'require']],
  [{ ssl_enabled: true, ssl_mode: 'prefer' as const }, ['require', 'disable']],
  [{ ssl_enabled: true, ssl_mode: 'verify-full' as const }, ['verify-full']],
])('TLS as %j is tried as %j', (tls, ways) => {
  expect(databaseUrls({ ...server, ...tls }, '/data').map((url) => new URL(url).searchParams.get('sslmode'))).toEqual(
    ways,
  )
})

test('certificates go along where TLS is used', () => {
  const [url] = databaseUrls(
    { ...server, ssl_enabled: true, ssl_mode: 'verify-ca', ssl_root_cert: '/etc/root.pem', ssl_cert: '', ssl_key: '' },
    '/data',
  )
  expect(Object.fromEntries(new URL(url!).searchParams)).toEqual({
    sslmode: 'verify-ca',
    uselibpqcompat: 'true',
    sslrootcert: '/etc/root.pem',
  })
})

test.each(['db.example', 'db.example:5432', '127.0.0.1', '[::1]:5432'])('%s is a host', (db_host) =>
  expect(wrongDatabase({ ...server, db_host })).toEqual([]),
)
test.each(['a host', 'host/name', 'user@host', 'host:port', 'host?ssl=no'])('%s is none', (db_host) =>
  expect(wrongDatabase({ ...server, db_host })).toHaveLength(1),
)
