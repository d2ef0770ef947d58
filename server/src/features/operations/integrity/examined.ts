import type { App } from '../../../events/events.ts'

/** What is needed to read the facts; the site itself may be running, here or elsewhere. */
export type Examined = Pick<App, 'db' | 'config' | 'clock'>
