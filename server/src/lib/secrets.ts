export const SECRET_KINDS = ['private_key', 'token', 'password'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

export interface FoundSecret {
  kind: SecretKind
  /** Counted from 1. */
  line: number
}

// Each looks at one line and takes time in proportion to it: nothing here may be repeated within something repeated.

/** What the services themselves say that their keys look like. */
const TOKENS = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, // Amazon Web Services
  /\bgh[pousr]_[0-9A-Za-z]{36}/,
  /\bgithub_pat_[0-9A-Za-z_]{60}/,
  /\bglpat-[0-9A-Za-z_-]{20}/,
  /\bxox[abeoprs]-[0-9A-Za-z-]{20}/, // Slack
  /\b[rs]k_live_[0-9A-Za-z]{20}/, // Stripe
  /\bAIza[0-9A-Za-z_-]{35}/, // Google
  /\bnpm_[0-9A-Za-z]{36}/,
  /\bsk-(?:proj-|ant-)?[0-9A-Za-z_-]{32}/, // services with language models
  /\bSG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}/, // SendGrid
  /\beyJ[0-9A-Za-z_-]{10,2000}\.eyJ[0-9A-Za-z_-]{10,4000}\.[0-9A-Za-z_-]{20}/, // JSON Web Tokens
]
const PRIVATE_KEY = /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----/
const NAMED =
  /(?:password|passwd|passwort|pwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|client[_-]?secret)["'`]?\s{0,4}(?:=>|[:=])\s{0,4}["'`]?([^\s"'`,;<>(){}[\]]{8,200})/gi
const IN_ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,100}:([^\s:@/]{4,200})@/gi

/** What people write where the secret would be. */
const PLACEHOLDER =
  /^(?:\$|%|process\.|os\.|env|config|your|my[-_]?|example|change|replace|todo|secret$|password$|passwort$|none$|null$|undefined$|true$|false$|user|xxx|\*{3}|\.{3}|-{3}|_{3}|•{3})/i
const isMade = (value: string) => !PLACEHOLDER.test(value) && new Set(value).size > 3
/** Besides letters: a word of a sentence behind "password:" is none. */
const isMixed = (value: string) => /\d/.test(value) && /\p{L}/u.test(value)

const kindsIn = (line: string): SecretKind[] => {
  const named = [...line.matchAll(NAMED)].some(([, value = '']) => isMade(value) && isMixed(value))
  const inAddress = [...line.matchAll(IN_ADDRESS)].some(([, value = '']) => isMade(value) && !/^pass/i.test(value))
  return [
    ...(PRIVATE_KEY.test(line) ? (['private_key'] as const) : []),
    ...(TOKENS.some((token) => token.test(line)) ? (['token'] as const) : []),
    ...(named || inAddress ? (['password'] as const) : []),
  ]
}

const LONGEST_LINE = 10_000
/** `pwd:` and eight letters. */
const SHORTEST_LINE = 12

/** Keys, tokens and passwords that somebody may not have meant to show: each kind where it comes first. */
export const secretsIn = (text: string): FoundSecret[] => {
  const found = new Map<SecretKind, number>()
  for (const [at, line] of text.split('\n').entries()) {
    if (line.length < SHORTEST_LINE) continue
    for (const kind of kindsIn(line.slice(0, LONGEST_LINE))) if (!found.has(kind)) found.set(kind, at + 1)
  }
  return [...found].map(([kind, line]) => ({ kind, line }))
}
