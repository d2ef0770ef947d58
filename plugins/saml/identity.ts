import { type ExternalIdentity, type PluginConfig, textOf } from '@askwell/plugin-kit'
import type { Profile } from '@node-saml/node-saml'

/** The site takes no more of it. */
const LONGEST_ID = 128
const LONGEST_TEXT = 500

const attribute = (profile: Profile, name: string) => {
  const value = name && Object.hasOwn(profile, name) ? [profile[name]].flat()[0] : undefined
  return typeof value === 'string' && value ? value.slice(0, LONGEST_TEXT) : undefined
}

interface Confirmation {
  SubjectConfirmationData?: { $?: { InResponseTo?: string; Recipient?: string } }[]
}

/**
 *
 * Whether what is signed was meant for this site, and answers this request. The library takes the request from around the assertion, where nothing need be signed:
 * what somebody got for another service, or unasked, could be wrapped so as to fit.
 */
export const refuseForeign = (
  profile: Profile,
  config: PluginConfig,
  { id, redirect_uri }: { id: string; redirect_uri: string },
) => {
  const issuer = textOf(config, 'idp_entity_id')
  if (issuer && profile.issuer !== issuer) throw new Error(`${profile.issuer} isn't the service that was asked`)
  const said = profile.getAssertion?.() as
    | { Assertion?: { Subject?: { SubjectConfirmation?: Confirmation[] }[] } }
    | undefined
  const confirmations = said?.Assertion?.Subject?.[0]?.SubjectConfirmation ?? []
  const isMeant = ({ SubjectConfirmationData: [given] = [] }: Confirmation) =>
    given?.$?.InResponseTo === id && given.$.Recipient === redirect_uri
  if (!confirmations.some(isMeant)) throw new Error('the assertion is no answer to this request, or not for this site')
}

export const identityOf = (profile: Profile, config: PluginConfig): ExternalIdentity => {
  const said = (name: string) => attribute(profile, textOf(config, name))
  const own = textOf(config, 'attribute_external_id')
  if (!own && profile.nameIDFormat?.endsWith(':transient'))
    throw new Error('the service names people anew each time (transient): say which attribute is always the same')
  const external_id = own ? attribute(profile, own) : profile.nameID
  if (!external_id) throw new Error(`the service doesn't say ${own || 'a NameID'}`)
  if (external_id.length > LONGEST_ID) throw new Error(`the service names somebody by more than ${LONGEST_ID} letters`)
  return {
    external_id,
    username: said('attribute_username'),
    display_name: said('attribute_display_name'),
    e_mail: said('attribute_e_mail'),
    e_mail_verified: config.trusts_e_mail === true,
  }
}
