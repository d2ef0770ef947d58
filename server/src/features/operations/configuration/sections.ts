import { PrivilegeLevel, Smtp } from '@askwell/contract/administration.ts'
import { AuditSettings } from '@askwell/contract/audit.ts'
import { PRIVILEGE_MIN } from '@askwell/contract/limits.ts'
import { SearchSettings } from '@askwell/contract/meaning.ts'
import { partly } from '@askwell/contract/shapes.ts'
import { SlowQuerySettings } from '@askwell/contract/slow-queries.ts'
import * as pages from '@askwell/contract/site-settings.ts'
import { type TObject, Type } from 'typebox'
import type { FieldError } from '../../../lib/errors.ts'
import { check } from '../../../lib/validate.ts'
import { DERIVED, SECRETS, type Section, SECTIONS, type SiteSettings } from '../settings/policy.ts'
import { prepareSection } from '../settings/section-changes.ts'

/** What may stand in each section: as the pages of the administration send it. */
const SCHEMAS: Record<Section, TObject> = {
  general: pages.General,
  interface: pages.Interface,
  branding: pages.Branding,
  write: pages.Write,
  legal: pages.Legal,
  seo: pages.Seo,
  login: pages.Login,
  custom_css_html: pages.CustomCssHtml,
  theme: Type.Omit(pages.Theme, ['theme_options', 'looks']),
  users: pages.Users,
  review: pages.Review,
  notifications: pages.Notifications,
  smtp: Smtp,
  privileges: Type.Object({
    level: PrivilegeLevel,
    custom: Type.Record(Type.String(), Type.Integer({ minimum: PRIVILEGE_MIN })),
  }),
  audit: AuditSettings,
  updates: pages.Updates,
  slow_queries: SlowQuerySettings,
  search: SearchSettings,
}

/** Fields that a new site has none of, as what that means. */
const ABSENT: Record<string, unknown> = { allow_scripts: false, allowed_hosts: [] }

export const isSection = (name: string): name is Section => (SECTIONS as readonly string[]).includes(name)

const isDerived = (section: Section, field: string) => DERIVED[section]?.includes(field) ?? false
export const isSecret = (section: Section, field: string) => SECRETS[section]?.includes(field) ?? false

/** The names of all fields that can be set. */
export const fieldsOf = (section: Section) =>
  Object.keys(SCHEMAS[section].properties).filter((field) => !isDerived(section, field))

type Values = Record<string, unknown>
export interface PreparedSection {
  section: Section
  changes: Values
}
/** As it is named in files: `smtp.smtp_port`. */
export interface SectionFault extends FieldError {
  section: Section
}

/** What is to be saved of a section, as the schema of today wants it, or what is wrong. */
export const prepared = async (
  section: Section,
  values: Values,
  now: SiteSettings,
): Promise<PreparedSection | { faults: SectionFault[] }> => {
  const fault = (error: FieldError): SectionFault => ({ section, ...error })
  const fields = fieldsOf(section)
  const unknown = Object.keys(values).filter((field) => !fields.includes(field))
  if (unknown.length) return { faults: unknown.map((field) => fault({ field, reason: 'field.no_such_setting' })) }
  const meant = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value === null ? ABSENT[field] : value]),
  )
  const checked = check(partly(SCHEMAS[section]), meant, 'body')
  if ('refusals' in checked) return { faults: checked.refusals.map(fault) }
  const { changes, wrong } = await prepareSection(section, checked.value as Partial<SiteSettings[Section]>, now)
  return wrong.length ? { faults: wrong.map(fault) } : { section, changes }
}

/** The settings that can be set, without what is made of them; secrets hidden behind `mask`. */
export const settable = (settings: SiteSettings, mask: string) =>
  Object.fromEntries(
    SECTIONS.map((section) => [
      section,
      Object.fromEntries(
        Object.entries(settings[section])
          .filter(([field]) => !isDerived(section, field))
          .map(([field, value]) => [field, isSecret(section, field) && value ? mask : (value as unknown)]),
      ),
    ]),
  ) as Record<Section, Values>
