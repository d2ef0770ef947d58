import type { PluginConfig } from './config.ts'
import type { ConnectorPart } from './connector.ts'
import type { Kit } from './kit.ts'

/** Shown beside a name, or in its place: where somebody belongs, or their position there. */
export interface Branding {
  icon: string
  name: string
  label: string
  url: string
}

/** Somebody who has signed in there. */
export interface CenterMember {
  /** As `finish` has said. */
  external_id: string
  /** What they have set for themself in the plugin's `user_config`, or its defaults. */
  settings: PluginConfig
}

/**
 * A service that looks after a site's people. They sign in there as with any connector; it may also take their settings over and say who they are.
 * Whatever throws or takes long is left out of the page, and the log says why. Where new people register, and which messenger it belongs to, are settings
 * that the manifest names (`sign_up`, `messenger`).
 */
export interface UserCenterPart extends Pick<ConnectorPart, 'begin' | 'finish'> {
  /** Where they change what the site would otherwise let them change; what is left out is changed on the site. */
  places(
    member: CenterMember,
    kit: Kit,
  ): Promise<{ profile_url?: string; account_url?: string }> | { profile_url?: string; account_url?: string }
  /** What is shown on their profile, at most ten. */
  branding(member: CenterMember, kit: Kit): Promise<Branding[]> | Branding[]
}
