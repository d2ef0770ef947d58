import type { PersonalBranding, UserCenterAgent, UserCenterSettings } from '@askwell/contract/user-center.ts'
import type { Db } from '../../../db/dialect.ts'
import { qrCode } from '../../../lib/qr-code.ts'
import { addressesOf } from '../connectors/views.ts'
import { listLoginsOf } from '../connectors/queries.ts'
import type { UserCenterPlace } from './policy.ts'

/** As it stands in an address. */
const MESSENGER = /^[\w-]{1,40}$/

export const agent = (place: UserCenterPlace, general: { site_url: string }): UserCenterAgent => {
  const current = place.current()
  if (!current) return { enabled: false, agent_info: null }
  const { slug_name, name, own_accounts, icon, center } = current
  const messenger = MESSENGER.test(center.messenger) ? center.messenger : ''
  return {
    enabled: true,
    agent_info: {
      login_redirect_url: addressesOf(general, slug_name).begin,
      sign_up_redirect_url: place.signUpUrl(),
      icon,
      display_name: name,
      enabled_original_user_system: own_accounts,
      messenger,
      messenger_code: messenger && qrCode(`${general.site_url.replace(/\/+$/, '')}/user-center/auth/${messenger}`),
    },
  }
}

/** A member's id at the service; undefined if they have never come from there. */
const knownAs = async (db: Db, place: UserCenterPlace, user_id: number) => {
  const current = place.current()
  return (
    current && (await listLoginsOf(db, user_id)).find(({ connector }) => connector === current.slug_name)?.external_id
  )
}

/** If the service doesn't answer, the site's own rules apply. */
type Report = (error: unknown) => void
const orNothing = <T>(work: Promise<T>, nothing: T, report: Report) =>
  work.catch((error: unknown) => {
    report(error)
    return nothing
  })

const placeAt = (redirect_url: string) => ({ enabled: redirect_url !== '', redirect_url })

export const settingsPlaces = async (
  db: Db,
  place: UserCenterPlace,
  user_id: number,
  report: Report,
): Promise<UserCenterSettings> => {
  const external_id = await knownAs(db, place, user_id)
  const said = external_id === undefined ? undefined : await orNothing(place.settingsOf(external_id), undefined, report)
  return {
    profile_setting_agent: placeAt(said?.profile_url ?? ''),
    account_setting_agent: placeAt(said?.account_url ?? ''),
  }
}

export const brandingOf = async (
  db: Db,
  place: UserCenterPlace,
  user_id: number,
  report: Report,
): Promise<PersonalBranding> => {
  const external_id = await knownAs(db, place, user_id)
  const personal_branding = external_id === undefined ? [] : await orNothing(place.brandingOf(external_id), [], report)
  return { enabled: personal_branding.length > 0, personal_branding }
}
