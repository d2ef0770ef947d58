import type { Branding, UserCenter } from '@askwell/plugin-kit'

/** As a plugin brings it, and as the admin has set it up. */
export interface Center {
  name: string
  own_accounts: boolean
  center: UserCenter
}

/** Where the service that looks after the site's people stands, if there is one; addresses that it gives are safe to lead to, or empty. */
export interface UserCenterPlace {
  use(slug_name: string, center: Center | undefined): void
  current(): ({ slug_name: string } & Center) | undefined
  /** The site's own accounts are off: only admins still log in with a password, or nobody could turn them on again. */
  isAlone(): boolean
  signUpUrl(): string
  icon(): string
  settingsOf(external_id: string): Promise<{ profile_url: string; account_url: string }>
  brandingOf(external_id: string): Promise<Branding[]>
}
