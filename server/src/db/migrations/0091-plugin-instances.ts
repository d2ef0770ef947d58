import type { Kysely } from 'kysely'

const FORMER = [
  { of: 'oauth2', name: 'OAuth 2' },
  { of: 'openid_connect', name: 'OpenID Connect' },
]
const NUMBERS = [2, 3]

/** Until now there were three of these two plugins; those that were set up go on as instances, and a number by which somebody can log in isn't given to another service. */
export const up = async (db: Kysely<any>) => {
  const names = FORMER.flatMap(({ of }) => NUMBERS.map((number) => `${of}_${number}`))
  const settings = await db
    .selectFrom('settings')
    .select('name')
    .where(
      'name',
      'in',
      names.map((name) => `plugin:${name}`),
    )
    .execute()
  const logins = await db
    .selectFrom('external_logins')
    .select('connector')
    .distinct()
    .where('connector', 'in', names)
    .execute()
  const known = new Set(settings.map(({ name }) => (name as string).slice('plugin:'.length)))
  const used = new Set([...known, ...logins.map(({ connector }) => connector as string)])
  if (!used.size) return
  const list = FORMER.flatMap(({ of, name }) =>
    NUMBERS.filter((number) => known.has(`${of}_${number}`)).map((number) => ({
      slug_name: `${of}_${number}`,
      of,
      name: `${name} (${number})`,
    })),
  )
  const last = Object.fromEntries(FORMER.map(({ of }) => [of, NUMBERS.at(-1)]))
  await db
    .insertInto('settings')
    .values({ name: 'plugin_instances', value: JSON.stringify({ list, last }), updated_at: 0 })
    .execute()
}
