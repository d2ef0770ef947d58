import type { Branding, UserCenter } from '@askwell/plugin-kit'

/** A plugin's user center, as the admin has set it up. */
export interface Center {
  name: string
  own_accounts: boolean
  /** Of a package, as an address; otherwise the center itself says where its icon is. */
  icon?: string
  center: UserCenter
}

/** The addresses of the user center, if there is one; they are safe to link to, or empty. */
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
