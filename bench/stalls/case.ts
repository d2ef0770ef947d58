import type { Stage } from './stage.ts'

/** Requests that might keep others waiting. */
export interface StallCase {
  /** Short, for the table and for `npm run stalls -- NAME`. */
  name: string
  /** `off` where the few attackers of a case stand for many; otherwise the limits that visitors and members meet. */
  limits?: 'off'
  /** What has to be there before; nobody measures meanwhile. What it returns is given to `play`. */
  prepare?(stage: Stage): Promise<unknown>
  /** The hostile requests, sent by `stage.attack`; over when they are answered. */
  play(stage: Stage, prepared: never): Promise<unknown>
}

/** Keeps `play` and `prepare` of one case in step; the table then holds cases of any kind. */
export const stallCase = <T>(one: {
  name: string
  limits?: 'off'
  prepare?(stage: Stage): Promise<T>
  play(stage: Stage, prepared: T): Promise<unknown>
}): StallCase => one
