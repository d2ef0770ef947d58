import { seal } from '../../../lib/tokens.ts'

/** Where search engines find the key that calls are made with: it shows that they come from this site. */
export const KEY_PATH = '/indexnow-key.txt'

const LENGTH = 32

/** Not secret, but nobody else's. */
export const indexNowKey = (secret: string) =>
  Buffer.from(seal(secret, 'indexnow', 'key'))
    .toString('hex')
    .slice(0, LENGTH)
