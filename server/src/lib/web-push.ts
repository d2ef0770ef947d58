import { createRequire } from 'node:module'
import type WebPush from 'web-push'
import { whenNeeded } from './lazy.ts'

/** Loaded with the first browser that wants notices: most processes send none. */
export const loadWebPush = whenNeeded(() => createRequire(import.meta.url)('web-push') as typeof WebPush)
