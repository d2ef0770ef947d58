import { namesDatabase, refuseMissing } from '@askwell/server/config.ts'
import { databaseUrls } from '@askwell/server/features/operations/installation/policy.ts'
import { Invalid } from '@askwell/server/lib/errors.ts'
import type { FirstSite } from '@askwell/contract/installation.ts'
import { withSite } from '../with-site.ts'
import { command, configOf, saveDatabaseChoice, siteFlags, value } from '../command.ts'

/** The wizard's fields, each with its default. */
const FIELDS: Record<string, { otherwise?: string; says: string }> = {
  lang: { otherwise: 'en_US', says: 'language of the site (en_US)' },
  site_name: { says: 'what the site is called' },
  site_url: { says: 'where people find it, as https://ask.example.org' },
  contact_email: { says: 'where people can write to' },
  name: { says: 'display name of the admin' },
  email: { says: 'e-mail address of the admin' },
  password: { says: 'password of the admin, 8 to 32 characters' },
  login_required: { otherwise: 'false', says: 'true: only members may read (false)' },
  external_content_display: { otherwise: 'always_display', says: 'always_display or ask_before_display' },
}

const flagOf = (field: string) => field.replaceAll('_', '-')
const variableOf = (field: string) => `ASKWELL_INSTALL_${field.toUpperCase()}`

const firstSite = async (values: Record<string, unknown>, env: NodeJS.ProcessEnv) => {
  const given = Object.entries(FIELDS).flatMap(([field, { otherwise }]) => {
    const value = values[flagOf(field)] ?? env[variableOf(field)] ?? otherwise
    return value === undefined ? [] : [[field, value]]
  })
  const { FirstSite } = await import('@askwell/contract/installation.ts')
  const { check } = await import('@askwell/server/lib/validate.ts')
  const checked = check(FirstSite, Object.fromEntries(given), 'address')
  if ('refusals' in checked)
    throw new Invalid(
      checked.refusals.map((refusal) => ({
        ...refusal,
        field: `--${flagOf(refusal.field)} (${variableOf(refusal.field)})`,
      })),
    )
  return checked.value as unknown as FirstSite
}

export const install = command({
  builder: (flags) =>
    siteFlags(
      flags.options(
        Object.fromEntries(Object.entries(FIELDS).map(([field, { says }]) => [flagOf(field), value(says)])),
      ),
    )
      .example(
        '$0 install --site-name "Our questions" --site-url https://ask.example.org --contact-email desk@example.org --name admin --email admin@example.org --password …',
        '',
      )
      .epilogue('Each flag can also be given in the environment, as ASKWELL_INSTALL_SITE_NAME for --site-name.'),
  async handler(given) {
    const config = configOf(given)
    if (!config.databaseGiven) refuseMissing(config)
    const database = config.database || databaseUrls({ db_type: 'sqlite3' }, config.data)[0]!
    await withSite({ ...config, database }, async (runtime) => {
      await runtime.open(database)
      if (runtime.app) {
        if (!namesDatabase(config.data)) saveDatabaseChoice({ ...config, database }, given)
        return console.log('The site is installed already; nothing was changed.')
      }
      const first = await firstSite(given, process.env)
      const { installSite } = await import('@askwell/server/features/operations/installation/service.ts')
      await installSite(runtime, first)
      saveDatabaseChoice({ ...config, database }, given)
      await runtime.app!.jobs.settle()
      console.log(`${first.site_name} is installed. \`npm start\` runs it.`)
    })
  },
})
