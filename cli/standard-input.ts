import { text } from 'node:stream/consumers'

/** All of it. */
export const standardInput = () => text(process.stdin)
