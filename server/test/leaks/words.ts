/** No language has words like these, no stemmer shortens them, and nothing else on a page looks like one. */
const LETTERS = 'bcdfghjkmnpqrtvwxz'
const MARK = 'zqx'

export interface Words {
  /** Only ever found, never asked for: where it turns up, the thing is shown. */
  secret: string
  /** Asked for in searches, which say it back. */
  key: string
}

const spelled = (number: number, length: number) => {
  let rest = (number + 1) * 7919
  return Array.from({ length }, () => {
    rest = (Math.imul(rest, 1_103_515_245) + 12_345) >>> 0
    return LETTERS[(rest >>> 16) % LETTERS.length]
  }).join('')
}

/** Different words for each n. */
export const wordsFor = (number: number): Words => ({
  secret: `${MARK}${spelled(number, 12)}`,
  key: `kwv${spelled(number + 5000, 9)}`,
})

/** All secrets in a text, whatever stands around them. */
export const secretsIn = (text: string) => new Set(text.toLowerCase().match(new RegExp(`${MARK}[${LETTERS}]{12}`, 'g')))
