import type { Connector } from '@askwell/plugin-kit'

/** A service that one can sign in with, as a plugin brings it. */
export interface Offer { name: string; connector: Connector }
