import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

/** A key with a certificate, as services have it. */
export const keyPair = () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-saml-'))
  try {
    const at = (name: string) => join(folder, name)
    const made = [
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=idp.example',
      '-keyout',
      at('key'),
      '-out',
      at('cert'),
    ]
    execFileSync('openssl', ['req', '-x509', ...made], { stdio: 'ignore' })
    return { key: readFileSync(at('key'), 'utf8'), certificate: readFileSync(at('cert'), 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface SamlAnswer {
  name_id: string
  format?: string
  attributes?: Record<string, string>
  audience: string
  recipient: string
  in_response_to: string
  /** In seconds from now. */
  until?: number
  issuer?: string
  /** What the assertion itself says, where that is something else than the response around it. */
  confirmed?: { in_response_to?: string; recipient?: string }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const id = () => `_${randomBytes(16).toString('hex')}`
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

const assertionOf = (said: SamlAnswer) => {
  const {
    name_id,
    format = 'persistent',
    attributes = {},
    audience,
    recipient,
    in_response_to,
    until = 300,
    issuer = 'https://idp.example',
  } = said
  const { confirmed = { in_response_to, recipient } } = said
  const answers = confirmed.in_response_to ? ` InResponseTo="${confirmed.in_response_to}"` : ''
  const rows = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${escaped(value)}</saml:AttributeValue></saml:Attribute>`,
  )
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id()}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:${format}">${escaped(name_id)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${answers} NotOnOrAfter="${at(until)}" Recipient="${confirmed.recipient ?? recipient}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-5)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${rows.join('')}</saml:AttributeStatement></saml:Assertion>`
}

export const signXml = (xml: string, element: string, key: string) => {
  const signing = new SignedXml({
    privateKey: key,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  const xpath = `//*[local-name(.)='${element}']`
  signing.addReference({
    xpath,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signing.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signing.getSignedXml()
}

export const responseAround = (
  assertion: string,
  { recipient, in_response_to, issuer = 'https://idp.example' }: SamlAnswer,
) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id()}" Version="2.0" IssueInstant="${at(0)}" Destination="${recipient}" InResponseTo="${in_response_to}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`

/** What a service has the browser send, its assertion signed with this key. */
export const samlResponse = (said: SamlAnswer, key: string) =>
  responseAround(signXml(assertionOf(said), 'Assertion', key), said)
export const unsignedResponse = (said: SamlAnswer) => responseAround(assertionOf(said), said)
/** It doesn't let them in. */
export const samlRefusal = ({ recipient, in_response_to }: Pick<SamlAnswer, 'recipient' | 'in_response_to'>) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id()}" Version="2.0" IssueInstant="${at(0)}" Destination="${recipient}" InResponseTo="${in_response_to}"><saml:Issuer>https://idp.example</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode></samlp:Status></samlp:Response>`

/** What the site has asked for, from the address that it sends people to. */
export const readRequest = (address: string) => {
  const { searchParams } = new URL(address)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString()
  const part = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: part(/ ID="([^"]+)"/),
    issuer: part(/<saml:Issuer[^>]*>([^<]+)</),
    acs: part(/AssertionConsumerServiceURL="([^"]+)"/),
    state: searchParams.get('RelayState')!,
  }
}
