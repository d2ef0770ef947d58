export type AccountRole = 'user' | 'moderator' | 'admin'

/** An account that the plugin looks after. */
export interface PluginAccount {
  /** The plugin's own name for it; it never changes. */
  external_id: string
  username: string
  display_name: string
  e_mail: string
  /** Whether they can log in and write. */
  active: boolean
  role: AccountRole
  /** Unix time, in seconds. */
  created_at: number
}

/**
 *
 * Accounts made and changed from outside, with the permission `accounts`. It reaches those that it has made, and those of members it has named by
 * their e-mail address, but of staff only those whose role it has given itself. What is wrong with a name or an address is thrown in words such as
 * `e_mail: it is taken`.
 */
export interface PluginAccounts {
  /** By their `external_id`; at most 100 at once. */
  list(from: { offset: number; limit: number }): Promise<{ accounts: PluginAccount[]; count: number }>
  find(external_id: string): Promise<PluginAccount | undefined>
  /** Takes an address as proved. A member who has it already is taken over as they are. */
  create(account: {
    external_id: string
    username?: string
    display_name: string
    e_mail: string
  }): Promise<PluginAccount>
  change(
    external_id: string,
    changes: { username?: string; display_name?: string; e_mail?: string },
  ): Promise<PluginAccount>
  /** Off: they are suspended until the plugin switches them on again. What they have written stays. */
  setActive(external_id: string, active: boolean): Promise<PluginAccount>
  /** With the permission `roles`. A role that the site's own staff have given stays as it is. Throws `role: …` for the last admin. */
  setRole(external_id: string, role: AccountRole): Promise<PluginAccount>
}
