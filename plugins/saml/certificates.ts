import { X509Certificate } from 'node:crypto'

/** What was pasted is no certificate. */
export class NoCertificate extends Error {}

const WHY = { en: 'it is no certificate that can be read', de: 'es ist kein Zertifikat, das sich lesen lässt' }
export const whyIn = (language: string) => (language.startsWith('de') ? WHY.de : WHY.en)

const checked = (base64: string) => {
  const pem = `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`
  try {
    return new X509Certificate(pem).toString()
  } catch (cause) {
    throw new NoCertificate(WHY.en, { cause })
  }
}

/** As it was pasted: with or without the lines around it, and several where the service is about to change. */
export const certificatesIn = (pasted: string) => {
  const found = pasted
    .split(/-----(?:BEGIN|END) CERTIFICATE-----/)
    .map((part) => part.replace(/[\s,]+/g, ''))
    .filter(Boolean)
    .map(checked)
  if (!found.length) throw new NoCertificate(WHY.en)
  return found
}
