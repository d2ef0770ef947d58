import type { PluginConfig } from './config.ts'
import type { Connector, ConnectorPart, PasswordConnector } from './connector.ts'
import type { Kit } from './kit.ts'

/** Shown beside a name, or in its place: where somebody belongs, or their position there. */
export interface Branding {
  icon: string
  name: string
  label: string
  url: string
}

/**
 * A service that looks after a site's people. They sign in there as with any connector; it may also take their settings over and say who they are.
 * Whatever throws or takes long is left out of the page, and the log says why.
 */
export interface UserCenter {
  connector: Connector | PasswordConnector
  /** Of its own picture, or nothing. */
  icon?: string
  /** Where new people register. Without it only people known there can log in. */
  sign_up_url?: string
  /** A messenger with a built-in browser: `/user-center/auth/<messenger>` redirects straight to the service. */
  messenger?: string
  /** Where its members change what the site would otherwise let them change; what is left out is changed on the site. */
  settingsOf?(external_id: string): Promise<{ profile_url?: string; account_url?: string }>
  /** What is shown on somebody's profile. */
  brandingOf?(external_id: string): Promise<Branding[]>
}

/** Somebody who has signed in there. */
export interface CenterMember {
  /** As `finish` has said. */
  external_id: string
  /** What they have set for themself in the plugin's `user_config`, or its defaults. */
  settings: PluginConfig
}

/** The same for a plugin in a process of its own; where new people register, and which messenger it belongs to, are keys of its manifest. */
export interface UserCenterPart extends ConnectorPart {
  /** Where they change what the site would otherwise let them change; what is left out is changed on the site. */
  places(
    member: CenterMember,
    kit: Kit,
  ): Promise<{ profile_url?: string; account_url?: string }> | { profile_url?: string; account_url?: string }
  /** What is shown on their profile, at most ten. */
  branding(member: CenterMember, kit: Kit): Promise<Branding[]> | Branding[]
}
