import { createHash } from 'node:crypto'
import {
  type Connector,
  ConsentRefused,
  definePlugin,
  type ExternalIdentity,
  type PluginConfig,
  safeAddress,
  type SignIn,
  textOf,
} from '@askwell/plugin-kit'
import type { CacheProvider, Profile, SAML } from '@node-saml/node-saml'

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g fill="none" stroke="#4a5568" stroke-width="1.400"><circle cx="5" cy="8" r="3.500"/><path d="M8.500 8H15v3M12 8v2"/></g></svg>`

const CLOCK_SKEW_MS = 60_000
const SIGNED = ['assertion', 'response', 'both']

/** As it was pasted: with or without the lines around it, and several where the service is about to change. */
export const certificatesIn = (pasted: string) =>
  pasted
    .split(/-----(?:BEGIN|END) CERTIFICATE-----/)
    .map((part) => part.replace(/[\s,]+/g, ''))
    .filter(Boolean)
    .map((base64) => {
      if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) throw new Error('the certificate is none')
      return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`
    })

/** Made of what the site keeps for this one sign-in, so that an answer fits no other. */
const requestId = ({ nonce }: Pick<SignIn, 'nonce'>) =>
  `_${createHash('sha256').update(nonce).digest('hex').slice(0, 40)}`

/** Knows one request: an answer to anything else, or to nothing, is refused. */
const onlyRequest = (id: string): CacheProvider => {
  const asked = new Date().toISOString()
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === id ? asked : null),
    removeAsync: async (key) => key,
  }
}

const metadataAddress = (redirect_uri: string) => redirect_uri.replace(/\/callback$/, '/metadata')

const samlOf = async (config: PluginConfig, redirect_uri: string, id: string): Promise<SAML> => {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const issuer = textOf(config, 'entity_id') || metadataAddress(redirect_uri)
  const signed = textOf(config, 'signed')
  return new SAML({
    callbackUrl: redirect_uri,
    entryPoint: safeAddress(textOf(config, 'entry_point')).href,
    issuer,
    audience: issuer,
    idpCert: certificatesIn(textOf(config, 'certificate')),
    wantAssertionsSigned: signed !== 'response',
    wantAuthnResponseSigned: signed !== 'assertion',
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(id),
    generateUniqueId: () => id,
    identifierFormat: textOf(config, 'attribute_external_id')
      ? null
      : 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    signatureAlgorithm: 'sha256',
  })
}

const attribute = (profile: Profile, name: string) => {
  const value = name && Object.hasOwn(profile, name) ? [profile[name]].flat()[0] : undefined
  return typeof value === 'string' && value ? value : undefined
}

interface Confirmation {
  SubjectConfirmationData?: { $?: { InResponseTo?: string; Recipient?: string } }[]
}

/**
 *
 * Whether what is signed was meant for this site, and answers this request. The library takes the request from around the assertion, where nothing need be signed:
 * what somebody got for another service, or unasked, could be wrapped so as to fit.
 */
const refuseForeign = (
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

const identityOf = (profile: Profile, config: PluginConfig): ExternalIdentity => {
  const said = (name: string) => attribute(profile, textOf(config, name))
  const own = textOf(config, 'attribute_external_id')
  if (!own && profile.nameIDFormat?.endsWith(':transient'))
    throw new Error('the service names people anew each time (transient): say which attribute is always the same')
  const external_id = own ? attribute(profile, own) : profile.nameID
  if (!external_id) throw new Error(`the service doesn't say ${own || 'a NameID'}`)
  return {
    external_id,
    username: said('attribute_username'),
    display_name: said('attribute_display_name'),
    e_mail: said('attribute_e_mail'),
    e_mail_verified: config.trusts_e_mail === true,
  }
}

/** What the service says where somebody didn't want to, or wasn't let in. */
const isRefusal = (error: unknown) =>
  /:(RequestDenied|AuthnFailed)"/.test(String((error as { xmlStatus?: unknown }).xmlStatus ?? ''))

const createConnector = (config: PluginConfig): Connector => {
  certificatesIn(textOf(config, 'certificate'))
  return {
    async begin({ redirect_uri, state, nonce }) {
      const saml = await samlOf(config, redirect_uri, requestId({ nonce }))
      return saml.getAuthorizeUrlAsync(state, undefined, {})
    },
    async finish(_address, { redirect_uri, state, nonce }, posted) {
      const SAMLResponse = posted.get('SAMLResponse')
      if (!SAMLResponse) throw new Error('the service has sent no answer by POST')
      const id = requestId({ nonce })
      const saml = await samlOf(config, redirect_uri, id)
      const { profile } = await saml
        .validatePostResponseAsync({ SAMLResponse, RelayState: state })
        .catch((error: unknown) => {
          throw isRefusal(error) ? new ConsentRefused() : error
        })
      if (!profile) throw new Error('the service names nobody')
      refuseForeign(profile, config, { id, redirect_uri })
      return identityOf(profile, config)
    },
    async metadata(redirect_uri) {
      return (await samlOf(config, redirect_uri, '_')).generateServiceProviderMetadata(null)
    },
  }
}

const saml = definePlugin({
  slug_name: 'saml',
  version: '1.0.0',
  type: 'connector',
  name: 'SAML 2',
  icon: ICON,
  config: [
    { name: 'name', kind: 'text' },
    { name: 'entry_point', kind: 'address', required: true },
    { name: 'certificate', kind: 'text', required: true },
    { name: 'idp_entity_id', kind: 'text' },
    { name: 'entity_id', kind: 'text' },
    { name: 'signed', kind: 'choice', options: SIGNED, default: 'assertion' },
    { name: 'attribute_external_id', kind: 'text' },
    { name: 'attribute_username', kind: 'text' },
    { name: 'attribute_display_name', kind: 'text' },
    { name: 'attribute_e_mail', kind: 'text' },
    { name: 'trusts_e_mail', kind: 'switch', default: false },
  ],
  connect: createConnector,
})

export const plugins = [saml]
