/** Epoch seconds. Nothing else asks the machine for the time, so tests can set the clock. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }

/** The last second of the year 9999: a time that doesn't come. */
export const NEVER = 253_402_300_799

export const MINUTE = 60
export const HOUR = 3600
export const DAY = 86400
