import { createHash } from 'node:crypto'
import { plugin, type PluginConfig, safeAddress, type SignIn, textOf } from '@askwell/plugin-kit'
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { refuseHostile } from './answer.ts'
import { certificatesIn, NoCertificate, whyIn } from './certificates.ts'
import { identityOf, refuseForeign } from './identity.ts'

const CLOCK_SKEW_MS = 60_000

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

const samlOf = (config: PluginConfig, redirect_uri: string, id: string) => {
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

/** What the service says where somebody didn't want to, or wasn't let in. */
const isRefusal = (error: unknown) =>
  /:(RequestDenied|AuthnFailed)"/.test(String((error as { xmlStatus?: unknown }).xmlStatus ?? ''))

export default plugin({
  connector: {
    begin: ({ redirect_uri, state, nonce }, { config }) =>
      samlOf(config, redirect_uri, requestId({ nonce })).getAuthorizeUrlAsync(state, undefined, {}),
    async finish({ redirect_uri, state, nonce, posted: { SAMLResponse } }, { config }) {
      if (!SAMLResponse) throw new Error('the service has sent no answer by POST')
      refuseHostile(SAMLResponse)
      const id = requestId({ nonce })
      const saml = samlOf(config, redirect_uri, id)
      try {
        const { profile } = await saml.validatePostResponseAsync({ SAMLResponse, RelayState: state })
        if (!profile) throw new Error('the service names nobody')
        refuseForeign(profile, config, { id, redirect_uri })
        return identityOf(profile, config)
      } catch (error) {
        if (isRefusal(error)) return { refused: true }
        throw error
      }
    },
    metadata: ({ redirect_uri }, { config }) => samlOf(config, redirect_uri, '_').generateServiceProviderMetadata(null),
    reach(_, { config, language }) {
      try {
        certificatesIn(textOf(config, 'certificate'))
      } catch (error) {
        if (error instanceof NoCertificate) return { field: 'certificate', why: whyIn(language) }
        throw error
      }
    },
  },
})
