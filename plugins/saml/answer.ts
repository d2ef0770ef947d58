/** Opening and closing ones. Somebody in two thousand groups has no more; the library takes the square of their number in time. */
const MOST_TAGS = 5000

/** Throws for what only an attacker sends, before the library reads it: anybody can have a browser send anything. */
export const refuseHostile = (SAMLResponse: string) => {
  const xml = Buffer.from(SAMLResponse, 'base64').toString()
  if (/<!DOCTYPE/i.test(xml)) throw new Error('the answer declares a document type, which no service does')
  if (xml.split('<', MOST_TAGS + 2).length > MOST_TAGS + 1)
    throw new Error(`the answer has more than ${MOST_TAGS} tags`)
}
