import { CUSTOM_LEVEL, privilegeOf } from '@askwell/contract/privileges.ts'
import { DEFAULT_LANGUAGE, translateReason } from '../../../../lib/messages.ts'
import { fieldsOf, prepared } from '../../configuration/sections.ts'
import type { Section, SiteSettings } from '../../settings/policy.ts'
import { writeSection } from '../../settings/save-section.ts'
import { siteSettings } from '../../settings/views.ts'
import type { Import } from '../batches.ts'
import { PrivateSite } from '../private-site.ts'
import { hasForeignMembers, insertOrigins, listOrigins } from '../queries.ts'
import type { Entering } from '../source.ts'
import { type AnswerDatabase, rowsOf } from './queries.ts'
import { STATUS, str } from './records.ts'

export const SETTINGS = 'setting'
type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string): Values => {
  try {
    const said: unknown = JSON.parse(text)
    return isValues(said) ? said : {}
  } catch {
    return {}
  }
}

/** A section of its settings; nothing where it has none. */
export const settingIn = (answer: AnswerDatabase, type: string): Values => {
  for (const row of rowsOf(answer, 'site_info', `status = ${STATUS.available}`))
    if (str(row.type) === type) return parsed(str(row.content))
  return {}
}

/** What each of its sections, of any version, is in here. A field is called as there. */
const SECTIONS: Record<string, Section[]> = {
  general: ['general'],
  interface: ['interface', 'users'],
  interface_settings: ['interface'],
  users_settings: ['users'],
  users: ['users'],
  branding: ['branding'],
  write: ['write'],
  advanced: ['write'],
  questions: ['write'],
  tags: ['write'],
  legal: ['legal'],
  policies: ['legal'],
  security: ['legal', 'login', 'general'],
  login: ['login'],
  'css-html': ['custom_css_html'],
  theme: ['theme'],
  seo: ['seo'],
  privileges: ['privileges'],
}

/** Made of others, or of no meaning by themselves. */
const SILENT = [
  'terms_of_service_parsed_text',
  'privacy_policy_parsed_text',
  'theme_options',
  'looks',
  'options',
  'privileges',
]

const namedTags = (list: unknown) =>
  Array.isArray(list)
    ? list.map((tag: unknown) =>
        isValues(tag)
          ? { slug_name: tag.slug_name, display_name: tag.display_name ?? '' }
          : { slug_name: tag, display_name: '' },
      )
    : []

const figures = (list: unknown) =>
  Object.fromEntries(
    (Array.isArray(list) ? list.filter(isValues) : []).flatMap(({ key, value }) => {
      const name = privilegeOf(String(key))
      return name && Number(value) >= 1 ? [[name, Number(value)]] : []
    }),
  )

/** What is written otherwise here. */
const TRANSLATIONS: Record<string, (value: unknown, all: Values) => [field: string, value: unknown][]> = {
  'write.recommend_tags': (list) => [['recommend_tags', namedTags(list)]],
  'write.reserved_tags': (list) => [['reserved_tags', namedTags(list)]],
  // Names its own map of the site, which is another one here.
  'seo.robots': (text) => [['robots', String(text).replaceAll(/^Sitemap:.*$\n?/gim, '')]],
  'theme.theme_config': (config) => {
    const { navbar_style = '', primary_color = '' } = isValues(config) && isValues(config.default) ? config.default : {}
    return [['theme_config', { default: { navbar_style, primary_color } }]]
  },
  'theme.color_scheme': (scheme) => [['color_scheme', scheme === 'default' ? '' : scheme]],
  'privileges.custom_privileges': (list, { level }) => (level === CUSTOM_LEVEL ? [['custom', figures(list)]] : []),
}

/** What stays as it is here, and why. */
const STAYS: Record<string, string> = {
  'general.site_url': 'is that of this site',
  'login.allow_password_login': 'stays, or nobody could log in before another way to do so is set up',
}

/** Only this program has them: whoever made the dump isn't to say whether scripts run or whom staff let in. */
const OURS = [
  'custom_css_html.allow_scripts',
  'custom_css_html.allowed_hosts',
  'login.staff_second_factor',
  'seo.index_now',
]

const isTaken = (section: Section, field: string) =>
  fieldsOf(section).includes(field) && !OURS.includes(`${section}.${field}`)

interface OldField {
  /** As the old site calls it. */
  name: string
  section: Section | undefined
  field: string
  value: unknown
}

/** Every setting that the old site has, as it is called here; without a section where there is no such thing here. */
const fieldsIn = (answer: AnswerDatabase): OldField[] => {
  const found: OldField[] = []
  for (const row of rowsOf(answer, 'site_info', `status = ${STATUS.available}`)) {
    const [type, values] = [str(row.type), parsed(str(row.content))]
    for (const [field, value] of Object.entries(values)) {
      if (SILENT.includes(field)) continue
      const name = `${type}.${field}`
      const made = (SECTIONS[type] ?? []).flatMap((section) =>
        (TRANSLATIONS[`${section}.${field}`]?.(value, values) ?? [[field, value] as const])
          .filter(([its]) => isTaken(section, its))
          .map(([its, meant]) => ({ name, section, field: its, value: meant })),
      )
      if (made.length && !STAYS[name]) found.push(...made)
      else found.push({ name, section: undefined, field, value })
    }
  }
  return found
}

/** Its pages are for its members only. */
export const isPrivate = (answer: AnswerDatabase) =>
  settingIn(answer, 'login').login_required === true || settingIn(answer, 'security').login_required === true

const TAKEN = 'settings'

type Settled = Entering & Pick<Import, 'tally'>

/** Whether they came with an earlier import. */
export const tookSettings = async ({ app, site }: Pick<Entering, 'app' | 'site'>) =>
  (await listOrigins(app.db, site, 'setting', [TAKEN])).has(TAKEN)

/** A new site becomes as the old one was, once; one that has members of its own stays as it is, unless the admin wants it otherwise. */
export const takesSettings = async (one: Entering) =>
  one.settings === true ||
  (!one.selection && !(await tookSettings(one)) && !(await hasForeignMembers(one.app.db, one.site)))

/** Of the fields those that are another value here, as they are to be saved; what can't be is told. */
const changesOf = async (
  { tally }: Pick<Import, 'tally'>,
  fields: (OldField & { line: number })[],
  now: SiteSettings,
) => {
  const [wanted, changes] = [new Map<Section, Values>(), new Map<Section, Values>()]
  for (const { line, name, section, field, value } of fields) {
    if (!section) continue
    const all = { ...wanted.get(section), [field]: value }
    const made = await prepared(section, all, now)
    if ('faults' in made) {
      const why = made.faults.map(({ reason, values }) => translateReason(DEFAULT_LANGUAGE, reason, values)).join(' ')
      tally.complain(SETTINGS, line, `${name}: ${why}`)
    } else if (JSON.stringify(made.changes[field]) === JSON.stringify((now[section] as Values)[field]))
      tally.note(SETTINGS, { added: 0, present: 1 })
    else {
      tally.note(SETTINGS, { added: 1, present: 0 })
      wanted.set(section, all)
      changes.set(section, made.changes)
    }
  }
  return changes
}

/** Counts what there is, and names what has no place here. */
const placed = ({ tally }: Pick<Import, 'tally'>, fields: OldField[]) => {
  const numbered = fields.map((one, at) => ({ ...one, line: at + 1 }))
  for (const { line, name, section, value } of numbered) {
    tally.count(SETTINGS, 'rows')
    if (section) continue
    tally.count(SETTINGS, 'other')
    const isNews = STAYS[name] ? value !== true : value !== '' && value !== null
    if (isNews) tally.remark(SETTINGS, line, `${name} ${STAYS[name] ?? 'has no equivalent here'}`)
  }
  return numbered.filter(({ section }) => section)
}

/** The settings that may come, or none; counted and, where they don't, told. */
const settingsToTake = async (one: Settled, answer: AnswerDatabase) => {
  const fields = fieldsIn(answer)
  if (fields.length && !(await takesSettings(one))) {
    one.tally.count(SETTINGS, 'rows', fields.length)
    one.tally.count(SETTINGS, 'other', fields.length)
    one.tally.remark(SETTINGS, 1, 'the settings of this site stay as they are (--settings takes those of the old one)')
    return []
  }
  return placed(one, fields)
}

export const examineSettings = async (one: Settled, answer: AnswerDatabase) => {
  if ((await wouldBeOpen(one, answer)) && !(await takesSettings(one)))
    one.tally.remark(SETTINGS, 1, new PrivateSite({ hasSettings: true }).message)
  await changesOf(one, await settingsToTake(one, answer), await siteSettings(one.app))
}

/** Saved as an admin would, so that each can be taken back from its history. `wasOpen`: this import has made the site private, which counts as one of them. */
export const bringSettings = async (one: Import, answer: AnswerDatabase, wasOpen: boolean) => {
  const fields = await settingsToTake(one, answer)
  if (fields.length === 0) return
  const { app, site } = one
  const now = await siteSettings(app)
  const before = wasOpen ? { ...now, login: { ...now.login, login_required: false } } : now
  const changes = await changesOf(one, fields, before)
  const wereTaken = await tookSettings(one)
  await app.transaction(async (tx) => {
    for (const [section, values] of changes) await writeSection(tx, 0, section as 'general', values)
    if (!wereTaken) await insertOrigins(tx.db, site, 'setting', [[TAKEN, 0]])
  })
}

const wouldBeOpen = async (one: Entering, answer: AnswerDatabase) =>
  isPrivate(answer) && !(await siteSettings(one.app)).login.login_required && !(await tookSettings(one))

/** What only its members could read isn't for everybody. */
export const refusePrivate = async (one: Entering, answer: AnswerDatabase) => {
  if ((await wouldBeOpen(one, answer)) && !(await takesSettings(one))) throw new PrivateSite({ hasSettings: true })
}

/** Before anything of a private site is here, unless it was refused. @returns whether this site had to be made private. */
export const keepPrivate = async (one: Entering, answer: AnswerDatabase) => {
  if (!(await wouldBeOpen(one, answer))) return false
  await one.app.transaction((tx) => writeSection(tx, 0, 'login', { login_required: true }))
  return true
}
