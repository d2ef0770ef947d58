import type { MEMBER_ACTIONS, MemberAction } from '@askwell/contract/shapes.ts'
import type { IconName } from '../../ui/icon.tsx'

/** The operations on a post as a whole, by the member's action; each has a page, which is a dialog with scripts. */
export const STATE_ACTS = [
  'approve',
  'undelete',
  'reopen',
  'close',
  'pin',
  'unpin',
  'hide',
  'show',
  'delete',
  'erase',
] as const satisfies readonly (typeof MEMBER_ACTIONS)[number][]
export type StateAct = (typeof STATE_ACTS)[number]

export const isStateAct = (word: string | undefined): word is StateAct =>
  (STATE_ACTS as readonly string[]).includes(word ?? '')

/** Those among a member's actions, in our order, with the words for their buttons. */
export const stateActsIn = (actions: MemberAction[]) =>
  STATE_ACTS.flatMap((act) => actions.filter(({ action }) => action === act).map(({ name }) => ({ act, name })))

export const STATE_ICONS: Record<StateAct, IconName> = {
  approve: 'check',
  undelete: 'undo',
  reopen: 'lock',
  close: 'lock',
  pin: 'pin',
  unpin: 'pin',
  hide: 'eyeOff',
  show: 'list',
  delete: 'trash',
  erase: 'trash',
}
export const isDangerous = (act: StateAct) => act === 'delete' || act === 'erase'

/** Where the dialog is: in a list of many posts, or on the post's own page. */
export const IN_LIST = 'list'
export const ON_PAGE = 'page'

export interface StatefulPost {
  question_id: string
  answer_id?: string
  /** The version of the text that is shown: that one is approved. */
  revision_id?: string
}
export const kindOf = ({ answer_id }: StatefulPost) => (answer_id ? 'answer' : 'question')

/** What can be done to answers too. */
const ON_ANSWERS = ['approve', 'undelete', 'delete', 'erase'] as const satisfies StateAct[]

const onAnswer = (act: StateAct, post: StatefulPost) =>
  kindOf(post) === 'answer' ? ON_ANSWERS.find((one) => one === act) : undefined

/** Keys of what a dialog says: its title, and what will happen. */
export const titleKey = (act: StateAct, post: StatefulPost) => {
  const answer = onAnswer(act, post)
  return answer ? (`${answer}_title_answer` as const) : (`${act}_title_question` as const)
}
export const consequenceKey = (act: StateAct, post: StatefulPost) => {
  const answer = onAnswer(act, post)
  return answer ? (`${answer}_answer` as const) : (`${act}_question` as const)
}
