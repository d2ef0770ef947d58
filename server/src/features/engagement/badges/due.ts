import type { BadgeActivity, UserField } from '@askwell/contract/badge-rules.ts'
import type { Db } from '../../../db/dialect.ts'
import { listAwarded, listHeld, type NewAward } from './awards/queries.ts'
import { listActiveRules } from './queries.ts'
import { countMatches, listMatches, listUserFigures, type Match, type Ruled } from './matching/queries.ts'
import { asksOfUser, ruled, suits } from './rule.ts'

/** What has just changed: something of a kind, by its number or by the one who did it; or a figure of a user. */
export type Touch =
  | { activity: BadgeActivity; thing: number; user_id?: number }
  | { activity: BadgeActivity; user_id: number }
  | { figure: UserField; user_id: number }

const scopeOf = (touch: { user_id?: number; thing?: number }) => ({
  ...(touch.user_id !== undefined && { users: { from: touch.user_id, to: touch.user_id } }),
  ...(touch.thing !== undefined && { thing: touch.thing }),
})

const NOTHING = { object_type: '' as const, object_id: 0, question_id: 0 }

/** For what a badge is: that very thing, or, where one gets it once, the thing that made it enough. */
const awardFor = (rule: Ruled, { user_id, thing, ...match }: Omit<Match, 'badges'>): NewAward => ({
  user_id,
  badge_id: rule.id,
  award_key: rule.is_single ? '' : String(thing),
  object_type: match.object_type,
  object_id: match.object_id,
  question_id: match.question_id,
})

/** Awards of badges that are for each thing. */
const forEach = (rules: Ruled[], matches: Match[]) =>
  matches.flatMap((match) =>
    rules.filter(({ id, is_single }) => !is_single && match.badges.includes(id)).map((rule) => awardFor(rule, match)),
  )

/** Where one is enough, the first thing that matches is what the badge is for. */
const isFirst = (rule: Ruled) => rule.is_single && rule.count === 1
const forFirst = (rules: Ruled[], matches: Match[]) => {
  const found = new Map<string, NewAward>()
  for (const match of matches)
    for (const rule of rules)
      if (isFirst(rule) && match.badges.includes(rule.id) && !found.has(`${rule.id} ${match.user_id}`))
        found.set(`${rule.id} ${match.user_id}`, awardFor(rule, match))
  return [...found.values()]
}

/** Rules of one activity for all users of a range: what is to be awarded, as far as it hasn't been. */
export const dueInRange = async (db: Db, rules: Ruled[], users: { from: number; to: number }, now: number) => {
  const [counted, listed] = [
    rules.filter((rule) => rule.is_single && rule.count > 1),
    rules.filter((rule) => !rule.is_single || rule.count === 1),
  ]
  const matches = listed.length ? await listMatches(db, listed, { users }, now) : []
  const counts = counted.length ? await countMatches(db, counted, { users }, now) : []
  const many = counts.flatMap(({ user_id, counts: by }) =>
    counted
      .filter((rule) => (by.get(rule.id) ?? 0) >= rule.count)
      .map((rule) => awardFor(rule, { user_id, thing: 0, ...NOTHING })),
  )
  return [...forEach(listed, matches), ...forFirst(listed, matches), ...many]
}

/** Without those to users who aren't as their badge's rule wants them, or who are gone. */
export const suitable = async (db: Db, rules: Ruled[], awards: NewAward[], now: number) => {
  const ids = [...new Set(awards.map(({ user_id }) => user_id))]
  if (ids.length === 0) return []
  const figures = new Map((await listUserFigures(db, ids, now)).map((row) => [row.id, row]))
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  return awards.filter(({ user_id, badge_id }) => {
    const of = figures.get(user_id)
    return of !== undefined && suits(byId.get(badge_id)!, of)
  })
}

/** After a change to one thing: a badge that takes several is counted only where that thing counts for it. */
const dueByThing = async (db: Db, rules: Ruled[], touch: { user_id?: number; thing: number }, now: number) => {
  const matches = await listMatches(db, rules, scopeOf(touch), now)
  const awards = [...forEach(rules, matches), ...forFirst(rules, matches)]
  const several = rules.filter((rule) => rule.is_single && rule.count > 1)
  if (several.length === 0 || matches.length === 0) return awards
  const held = await listHeld(db, [...new Set(matches.map(({ user_id }) => user_id))])
  // One thing is one user's, but for what several do to it.
  for (const match of matches) {
    const open = several.filter(({ id }) => match.badges.includes(id) && !held.has(`${id} ${match.user_id}`))
    if (open.length === 0) continue
    const [counted] = await countMatches(db, open, { users: { from: match.user_id, to: match.user_id } }, now)
    for (const rule of open) if ((counted?.counts.get(rule.id) ?? 0) >= rule.count) awards.push(awardFor(rule, match))
  }
  return awards
}

const dueByUser = async (db: Db, rules: Ruled[], user_id: number, now: number) => {
  const held = await listHeld(db, [user_id])
  const open = rules.filter((rule) => !rule.is_single || !held.has(`${rule.id} ${user_id}`))
  return open.length ? dueInRange(db, open, { from: user_id, to: user_id }, now) : []
}

/** Most figures aren't there yet: then nothing has to be counted. */
const suitedBy = async (db: Db, rules: Ruled[], user_id: number, now: number) => {
  const [figures] = rules.length ? await listUserFigures(db, [user_id], now) : []
  return figures ? rules.filter((rule) => suits(rule, figures)) : []
}

/** Rules of one activity are looked at together. */
export const byActivity = (rules: Ruled[]) => [...Map.groupBy(rules, ({ activity }) => activity).values()]

const keyOf = ({ badge_id, user_id, award_key }: Pick<NewAward, 'badge_id' | 'user_id' | 'award_key'>) =>
  `${badge_id} ${user_id} ${award_key}`

/** Without those that were awarded before: to see that takes no lock. */
const fresh = async (db: Db, awards: NewAward[]) => {
  if (awards.length === 0) return []
  const there = new Set((await listAwarded(db, awards)).map(keyOf))
  return awards.filter((one) => !there.has(keyOf(one)))
}

/** What is to be awarded after these changes. */
export const findDue = async (db: Db, touches: Touch[], now: number): Promise<NewAward[]> => {
  const rules = (await listActiveRules(db)).map(ruled)
  const due: NewAward[] = []
  for (const touch of touches) {
    const concerned =
      'figure' in touch
        ? await suitedBy(
            db,
            rules.filter((rule) => asksOfUser(rule, touch.figure)),
            touch.user_id,
            now,
          )
        : rules.filter((rule) => rule.activity === touch.activity)
    for (const group of byActivity(concerned))
      due.push(
        ...('thing' in touch
          ? await dueByThing(db, group, touch, now)
          : await dueByUser(db, group, touch.user_id, now)),
      )
  }
  return suitable(db, rules, await fresh(db, due), now)
}
