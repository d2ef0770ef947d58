import { Problem } from '../../../commands/problem.ts'
import { siteSettings } from '../settings/views.ts'
import type { Import } from './batches.ts'
import type { Entering, Source } from './source.ts'

/** Nothing has come in: what the old site shows to its members only would be for everybody. */
export class PrivateSite extends Problem {
  constructor({ hasSettings = false } = {}) {
    super(
      `The old site is for its members only, and this one is for everybody. Make this one private first (Settings → Login)${hasSettings ? ', or take over the settings of the old one, too (--settings)' : ''}.`,
    )
  }
}

const UNKNOWN =
  "its dump doesn't say whether the old site is for its members only; if it is, make this one private first (Settings → Login)"

type Told = Pick<Import, 'app' | 'tally'>

/** A source whose settings don't come along. `isPrivate`: what its dump says of the old site; undefined where it says nothing. */
export const keptPrivate = (source: Source, isPrivate: boolean | undefined): Source => {
  const wouldBeOpen = async ({ app }: Pick<Entering, 'app'>) =>
    isPrivate !== false && !(await siteSettings(app)).login.login_required
  const remark = ({ tally }: Told, problem: string) => tally.remark('questions', 1, problem)
  return {
    ...source,
    refuse: async (one) => {
      if (isPrivate && (await wouldBeOpen(one))) throw new PrivateSite()
    },
    bring: async (one) => {
      if (isPrivate === undefined && (await wouldBeOpen(one))) remark(one, UNKNOWN)
      await source.bring(one)
    },
    examine: async function* (one) {
      if (await wouldBeOpen(one)) remark(one, isPrivate ? new PrivateSite().message : UNKNOWN)
      yield* source.examine(one)
    },
  }
}
