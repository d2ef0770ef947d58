/** Epoch seconds. Nothing else asks the machine for the time, so tests can turn the clock. */
export interface Clock { now(): number }

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }

export const MINUTE = 60
export const HOUR = 3600
export const DAY = 86400
