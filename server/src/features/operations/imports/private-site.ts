import { Problem } from '../../../commands/problem.ts'

/** Nothing has come in: what the old site shows to its members only would be for everybody. */
export class PrivateSite extends Problem {
  constructor() {
    super(
      'The old site is for its members only, and this one is for everybody. Make this one private first (Settings → Login), or take over the settings of the old one, too (--settings).',
    )
  }
}
