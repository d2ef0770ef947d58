import { type Action, isAction, isAllowed, rankNeeded } from '@askwell/contract/privileges.ts'
import { isImageAddress } from '../../lib/link-address.ts'
import type { Viewer } from '../../lib/member.ts'
import type { FieldRefusal, Verdict } from '../../lib/refusals.ts'
import { LANGUAGES } from '../../lib/words.ts'
import { type SiteSettings, THEMES } from './views.ts'

type Figures = Pick<SiteSettings, 'privileges'>

/** No reputation would help, or it is not said how much. */
export const NOT_MET: Verdict = { reason: 'error.rank.fail_to_meet_the_condition' }

/** As the peer has it, whoever may not edit another's post isn't told how much reputation that takes. */
const RANK_UNSAID = new Set<Action>(['question.edit', 'answer.edit', 'tag.edit'])

export const rankFor = ({ privileges }: Figures, action: Action) => rankNeeded(action, privileges.level, privileges.custom)

/** Role, then ownership, then reputation (domain-facts §1). Tells the reputation needed, where that is the way. */
export const mayDo = (settings: Figures, viewer: Viewer, action: Action, owns = false): Verdict => {
  if (!viewer) return NOT_MET
  if (isAllowed(viewer, action, settings.privileges, owns)) return true
  const rank = rankFor(settings, action)
  return rank === null || RANK_UNSAID.has(action) ? NOT_MET : { reason: 'error.rank.no_enough_rank_to_operate', values: { rank } }
}

/** The same for actions that a client names, with what to tell: nothing, the reputation needed, or that it takes a role. */
export const permissionOf = (settings: Figures, viewer: Viewer, action: string, owns: boolean): { allowed: boolean; rank: number | null } => {
  if (!isAction(action)) return { allowed: false, rank: null }
  return { allowed: mayDo(settings, viewer, action, owns) === true, rank: rankFor(settings, action) }
}

type Sent<S extends keyof SiteSettings> = Partial<SiteSettings[S]>

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const wrongInterface = ({ language, time_zone }: Sent<'interface'>): FieldRefusal[] => [
  ...(language === undefined || LANGUAGES.has(language) ? [] : [{ field: 'language', reason: 'error.lang.not_found' }]),
  ...(time_zone === undefined || isTimeZone(time_zone) ? [] : [{ field: 'time_zone', reason: 'field.not_a_choice' }]),
]

export const wrongPictures = (addresses: Sent<'branding'>): FieldRefusal[] =>
  Object.entries(addresses).filter(([, address]) => address !== '' && !isImageAddress(address)).map(([field]) => ({ field, reason: 'field.bad_url' }))

// product-spec §5
export const wrongTags = ({ recommend_tags, reserved_tags }: SiteSettings['write']): FieldRefusal[] => {
  const reserved = new Set(reserved_tags.map(({ slug_name }) => slug_name))
  const both = recommend_tags.find(({ slug_name }) => reserved.has(slug_name))
  return both ? [{ field: 'recommend_tags', reason: 'field.recommended_is_reserved', values: { tag: both.slug_name } }] : []
}

export const wrongDomains = (domains: string[] | undefined): FieldRefusal[] =>
  domains?.every((domain) => /^([\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+$/u.test(domain)) ?? true ? [] : [{ field: 'allow_email_domains', reason: 'field.bad_characters' }]

/** These end up in style sheets. */
const isStyle = (value: string) => value === '' || /^#[0-9a-f]{3,8}$/i.test(value) || /^[a-z][\w-]*$/i.test(value)

export const wrongTheme = ({ theme, theme_config }: Sent<'theme'>): FieldRefusal[] => [
  ...(theme === undefined || THEMES.includes(theme) ? [] : [{ field: 'theme', reason: 'field.not_a_choice' }]),
  ...(Object.values(theme_config ?? {}).every((config) => isStyle(config.navbar_style) && isStyle(config.primary_color)) ? [] : [{ field: 'theme_config', reason: 'field.bad_characters' }]),
]
