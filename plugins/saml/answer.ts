/** Opening and closing ones. Somebody in two thousand groups has no more; the library takes the square of their number in time. */
const MOST_TAGS = 5000
/** Services come to about ten. The library keeps a list of the namespaces for each level, all at once. */
const DEEPEST = 50
/** Prefixes, and what they are said to stand for. Services come to about twenty; the library compares each attribute with all of them. */
const MOST_NAMESPACES = 100

/** A tag with the text before it; of long attributes the library takes the square of their length in time. */
const TAG =
  /[^<]*<(\/?)([\w:.-]+)((?:[ \t\r\n]+[\w:.-]+[ \t\r\n]*=[ \t\r\n]*(?:"[^"<]{0,2000}"|'[^'<]{0,2000}')){0,50})[ \t\r\n]*(\/?)>/y
const ATTRIBUTE = /([\w:.-]+)[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*')/g
const DECLARATION = /^[^<]*<\?xml [^<>]*\?>/

const prefixIn = (name: string) => (name.includes(':') ? name.split(':', 1) : [])

const refuseUnusual = (xml: string) => {
  const namespaces = new Set<string>()
  let at = DECLARATION.exec(xml)?.[0].length ?? 0
  let depth = 0
  while (xml.includes('<', at)) {
    TAG.lastIndex = at
    const [, closing, name = '', attributes = '', empty] = TAG.exec(xml) ?? []
    at = TAG.lastIndex
    if (!name) throw new Error('the answer has a comment, or a tag with very many or very long attributes')
    if (closing) depth--
    else if (!empty) depth++
    if (depth < 0 || depth > DEEPEST) throw new Error(`the answer has more than ${DEEPEST} tags in one another`)
    for (const prefix of prefixIn(name)) namespaces.add(prefix)
    for (const [whole, key = ''] of attributes.matchAll(ATTRIBUTE))
      for (const one of key.startsWith('xmlns') ? [whole] : prefixIn(key)) namespaces.add(one)
    if (namespaces.size > MOST_NAMESPACES) throw new Error(`the answer has more than ${MOST_NAMESPACES} namespaces`)
  }
}

/** Throws for what only an attacker sends, before the library reads it: anybody can have a browser send anything, and what ends the plugin's process five times switches it off. */
export const refuseHostile = (SAMLResponse: string) => {
  const xml = Buffer.from(SAMLResponse, 'base64').toString()
  if (/<!DOCTYPE/i.test(xml)) throw new Error('the answer declares a document type, which no service does')
  if (xml.split('<', MOST_TAGS + 2).length > MOST_TAGS + 1)
    throw new Error(`the answer has more than ${MOST_TAGS} tags`)
  refuseUnusual(xml)
}
