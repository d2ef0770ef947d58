import type { Branding } from '@askwell/plugin-kit'
import type { UserCenter } from '../../../lib/plugin-ports/user-center.ts'

/** A plugin's user center, as the admin has set it up. */
export interface Center {
  name: string
  own_accounts: boolean
  /** As an address; empty without one. */
  icon: string
  center: UserCenter
}

/** The addresses of the user center, if there is one; they are safe to link to, or empty. */
export interface UserCenterPlace {
  use(slug_name: string, center: Center | undefined): void
  current(): ({ slug_name: string } & Center) | undefined
  /** The site's own accounts are off: only admins still log in with a password, or nobody could turn them on again. */
  isAlone(): boolean
  signUpUrl(): string
  settingsOf(external_id: string): Promise<{ profile_url: string; account_url: string }>
  brandingOf(external_id: string): Promise<Branding[]>
}
