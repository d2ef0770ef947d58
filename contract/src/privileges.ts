import { isStaff } from './roles.ts'

/** What reputation allows, in the order of the admin's page: reputation at level 1, 2 and 3. */
export const PRIVILEGES = {
  'question.add': [1, 1, 1],
  'answer.add': [1, 1, 1],
  'comment.add': [1, 1, 1],
  'report.add': [1, 1, 1],
  'comment.vote_up': [1, 1, 1],
  'link.url_limit': [1, 10, 10],
  'question.vote_up': [1, 8, 15],
  'answer.vote_up': [1, 8, 15],
  'question.vote_down': [125, 125, 125],
  'answer.vote_down': [125, 125, 125],
  'answer.invite_someone_to_answer': [1, 500, 1000],
  'tag.add': [1, 750, 1500],
  'tag.edit': [1, 50, 100],
  'question.edit': [1, 100, 200],
  'answer.edit': [1, 100, 200],
  'question.edit_without_review': [1, 1000, 2000],
  'answer.edit_without_review': [1, 1000, 2000],
  'question.audit': [1, 1000, 2000],
  'answer.audit': [1, 1000, 2000],
  'tag.audit': [1, 2500, 5000],
  'tag.edit_without_review': [1, 10000, 20000],
  'tag.synonym': [1, 10000, 20000],
} as const satisfies Record<string, readonly [number, number, number]>
export type Privilege = keyof typeof PRIVILEGES

/** No reputation allows these: only the role does, or for some of them being the author (each feature's policy.ts). */
const BY_ROLE = -1

/** The same at every level. */
export const FIXED = {
  'question.delete': BY_ROLE,
  'question.close': BY_ROLE,
  'question.reopen': BY_ROLE,
  'question.pin': BY_ROLE,
  'question.unpin': BY_ROLE,
  'question.show': BY_ROLE,
  'question.hide': BY_ROLE,
  'question.undeleted': BY_ROLE,
  'answer.delete': BY_ROLE,
  'answer.accept': BY_ROLE,
  'answer.undeleted': BY_ROLE,
  'comment.edit': BY_ROLE,
  'comment.delete': BY_ROLE,
  'tag.delete': BY_ROLE,
  'tag.undeleted': BY_ROLE,
  'tag.use_reserved_tag': BY_ROLE,
  'tag.edit_slug_name': BY_ROLE,
  'tag.merge': BY_ROLE,
  'vote.detail': 0,
  'comment.vote_down': 1,
} as const

export type Action = Privilege | keyof typeof FIXED
export const ACTIONS = [...Object.keys(PRIVILEGES), ...Object.keys(FIXED)] as Action[]
export const isAction = (name: string): name is Action => Object.hasOwn(PRIVILEGES, name) || Object.hasOwn(FIXED, name)

/** 99 stands for the admin's own figures; they begin as a copy of those in force. */
export const LEVELS = [1, 2, 3, 99] as const
export type Level = (typeof LEVELS)[number]
export const DEFAULT_LEVEL: Level = 2
export const CUSTOM_LEVEL: Level = 99

export type Figures = Partial<Record<Privilege, number>>
/** Figures are stored and sent as `rank.` and the action. */
export const rankKey = <P extends Privilege>(privilege: P) => `rank.${privilege}` as const
export const privilegeOf = (key: string): Privilege | undefined => {
  const name = key.replace(/^rank\./, '')
  return key !== name && Object.hasOwn(PRIVILEGES, name) ? (name as Privilege) : undefined
}

/** The reputation an action needs; null if reputation can't allow it. */
export const rankNeeded = (action: Action, level: Level, custom: Figures = {}): number | null => {
  if (action in FIXED) {
    const fixed = FIXED[action as keyof typeof FIXED]
    return fixed === BY_ROLE ? null : fixed
  }
  const privilege = action as Privilege
  return level === CUSTOM_LEVEL ? (custom[privilege] ?? PRIVILEGES[privilege][0]) : PRIVILEGES[privilege][level - 1]!
}

/** Role, then ownership, then reputation. */
export const isAllowed = (
  who: { role_id: number; rank: number },
  action: Action,
  figures: { level: Level; custom?: Figures },
  owns = false,
) => {
  if (isStaff(who) || owns) return true
  const needed = rankNeeded(action, figures.level, figures.custom)
  return needed !== null && who.rank >= needed
}
