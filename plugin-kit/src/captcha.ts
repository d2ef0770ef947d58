import type { Kit } from './kit.ts'

/** What a person has to solve. */
export interface Challenge {
  /** A `data:` address of a PNG, JPEG, WebP or SVG, at most 100 KB; or nothing, if the question is enough. */
  picture?: string
  /** In words; for those who can't see a picture it has to be enough by itself. */
  question?: string
  /** For the browser to do while the person waits, if `scripts` was asked for: the number below `most` whose SHA-256, after `salt`, is `challenge` in hexadecimal, is what counts as typed. */
  work?: { salt: string; challenge: string; most: number }
  /** Something that a script of a service shows, if `scripts` was asked for; which script says `widget` of the manifest. What the service gives counts as typed. */
  site_key?: string
  /** What `verify` holds the solution against. Only the site learns it, and gives it back once, within six minutes. */
  secret: string
}

/** Asked for where people do things that programs like to do; the site decides when. */
export interface CaptchaPart {
  /**
   *
   * `alternative`: for somebody who can't see a picture. `scripts`: whether their page runs scripts. `language`: of the person, as `en_US`. `count`: how many are
   * welcome; at least one. The site gives each to one person. None at all: the site asks in its own way, with a picture or a question.
   */
  challenge(
    asked: { language: string; alternative: boolean; scripts: boolean; count: number },
    kit: Kit,
  ): Promise<Challenge[]> | Challenge[]
  /** Whether what was typed solves it. */
  verify(solution: { secret: string; typed: string }, kit: Kit): Promise<boolean> | boolean
}
