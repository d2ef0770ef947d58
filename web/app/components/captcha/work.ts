import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

// A worker: thousands of hashes would hold the page up. `crypto.subtle` isn't there on sites without https, and slower for texts as short as these.

/** The number below `most` whose SHA-256, after `salt`, is `challenge`; -1 if there is none. */
const solve = ({ salt, challenge, most }: { salt: string; challenge: string; most: number }) => {
  const wanted = hexToBytes(challenge)
  for (let number = 0; number < most; number++) {
    const hash = sha256(utf8ToBytes(`${salt}${number}`))
    if (hash.every((byte, at) => byte === wanted[at])) return number
  }
  return -1
}

addEventListener('message', ({ data }: MessageEvent<Parameters<typeof solve>[0]>) => postMessage(solve(data)))
