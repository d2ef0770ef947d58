import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { Done, flag, oneOf, text } from './shapes.ts'
import { ExternalContent } from './site-settings.ts'
import { LanguageOption, Words } from './site.ts'

/** The wizard's calls. They answer before the site is installed; afterwards each says so and changes nothing. */

const wizard = { prefix: 'root', access: 'anyone', visibility: 'public', rate: 'install', beforeInstall: true } as const

export const installLanguageOptions = endpoint({
  ...wizard,
  method: 'GET',
  path: '/installation/language/options',
  summary: 'Languages the wizard and the site can speak',
  reply: Type.Array(LanguageOption),
})

export const installLanguageWords = endpoint({
  ...wizard,
  method: 'GET',
  path: '/installation/language/config',
  summary: 'The words of a language',
  query: Type.Object({ lang: Type.String({ maxLength: limits.LANGUAGE.max, default: limits.DEFAULT_LANGUAGE }) }),
  reply: Words,
})

export const checkConfigFile = endpoint({
  ...wizard,
  method: 'POST',
  path: '/installation/config-file/check',
  summary: 'Whether there is a config file, and what of the database it names',
  reply: Type.Object({
    config_file_exist: Type.Boolean(),
    db_connection_success: Type.Boolean(),
    db_table_exist: Type.Boolean(),
  }),
})

const dbText = Type.Optional(Type.String({ maxLength: 1024 }))
/** Host with its port, such as `localhost:5432`. A database named in the environment wins. */
export const DatabaseChoice = Type.Object({
  db_type: oneOf(['sqlite3', 'postgres']),
  db_file: dbText,
  db_host: dbText,
  db_name: dbText,
  db_username: dbText,
  db_password: dbText,
  ssl_enabled: Type.Optional(Type.Boolean()),
  ssl_mode: Type.Optional(oneOf(['', 'disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'])),
  ssl_root_cert: dbText,
  ssl_cert: dbText,
  ssl_key: dbText,
})
export type DatabaseChoice = Static<typeof DatabaseChoice>

export const checkDatabase = endpoint({
  ...wizard,
  method: 'POST',
  path: '/installation/db/check',
  summary: 'Try to reach a database',
  body: DatabaseChoice,
  reply: Type.Object({ connection_success: Type.Boolean() }),
})

export const writeConfigFile = endpoint({
  ...wizard,
  method: 'POST',
  path: '/installation/init',
  summary: 'Keep the choice of database and make the tables',
  body: DatabaseChoice,
  reply: Done,
})

export const FirstSite = Type.Object({
  lang: text({ ...limits.LANGUAGE }),
  site_name: text(limits.SITE_NAME_WIZARD, 'not-blank'),
  site_url: text({ min: 1, max: limits.SITE_URL_MAX }, 'site-address'),
  contact_email: text({ min: 1, max: limits.EMAIL_MAX }, 'email'),
  name: text(limits.DISPLAY_NAME, 'display-name'),
  password: text(limits.PASSWORD, 'password'),
  email: text({ min: 1, max: limits.NEW_EMAIL_MAX }, 'new-email'),
  login_required: flag(false),
  external_content_display: ExternalContent,
})
export type FirstSite = Static<typeof FirstSite>
export const createSite = endpoint({
  ...wizard,
  method: 'POST',
  path: '/installation/base-info',
  summary: 'Name the site and its first admin; from then on it runs',
  body: FirstSite,
  reply: Done,
})
