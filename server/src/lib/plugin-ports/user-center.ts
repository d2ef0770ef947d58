import type { Branding, CenterMember, PluginConfig } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { begin, finish } from './connector.ts'
import { call, port, settingName } from './port.ts'
import type { Asking } from './running.ts'

/** Whoever looks at a page waits less long: `createUserCenter` says how long. */
const PLACES_MS = 8000

const text = Type.String({ maxLength: 2000 })

export const userCenter = port({
  keys: { sign_up: settingName('sign_up', 'address'), messenger: settingName('messenger', 'text') },
  powers: () => ['user_center'],
  calls: {
    'user_center.begin': begin,
    'user_center.finish': finish,
    'user_center.places': call<CenterMember>()(
      PLACES_MS,
      Type.Object({ profile_url: Type.Optional(text), account_url: Type.Optional(text) }),
    ),
    'user_center.branding': call<CenterMember>()(
      PLACES_MS,
      Type.Array(Type.Object({ icon: text, name: text, label: text, url: text }), { maxItems: 10 }),
    ),
  },
})

export interface SettingsPlaces {
  profile_url?: string
  account_url?: string
}
/** What the site knows of a user center, and asks it; people sign in there as with any connector. */
export interface UserCenter {
  /** Where new people register; empty where only people known there can log in. */
  sign_up_url: string
  /** A messenger with a built-in browser: `/user-center/auth/<messenger>` redirects straight to the service. */
  messenger: string
  settingsOf(external_id: string): Promise<SettingsPlaces>
  brandingOf(external_id: string): Promise<Branding[]>
}

export const userCenterOf = (
  plugins: Asking,
  slug_name: string,
  { sign_up, messenger }: { sign_up: string; messenger: string },
  config: PluginConfig,
  users: { settingsOf(external_id: string): Promise<PluginConfig> },
): UserCenter => {
  const valueOf = (name: string) => String(config[name] ?? '')
  const memberOf = async (external_id: string) => ({ external_id, settings: await users.settingsOf(external_id) })
  return {
    sign_up_url: valueOf(sign_up),
    messenger: valueOf(messenger),
    settingsOf: async (external_id) => plugins.ask(slug_name, 'user_center.places', await memberOf(external_id)),
    brandingOf: async (external_id) => plugins.ask(slug_name, 'user_center.branding', await memberOf(external_id)),
  }
}
