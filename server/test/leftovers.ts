import pg from 'pg'

/** Around a whole run of Vitest. What its processes have made once for all their tests nobody in them could take away. */
export const setup = () => {
  process.env.ASKWELL_TEST_RUN = String(process.pid)
}

export const teardown = async () => {
  if (!process.env.ASKWELL_TEST_POSTGRES) return
  const client = new pg.Client({ connectionString: process.env.ASKWELL_TEST_POSTGRES })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [`world_${process.pid}_`],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
}
