import { objectId, parseObjectId } from '@askwell/contract/ids.ts'
import { completeQuestions } from '@askwell/contract/questions.ts'
import { questionTags } from '@askwell/contract/tags.ts'
import { paths } from '../../../paths.ts'
import { call } from '../../../session.ts'
import type { IconName } from '../../../ui/icon.tsx'
import type { NamedUser } from '../../user/user-card.tsx'
import type { ToolbarButton } from '../editor-toolbar.tsx'
import type { Trigger } from './begun.ts'

/** Members whose name begins so. */
export type FindUsers = (name: string) => Promise<NamedUser[]>

/** One of what can be chosen, and what then stands in the text. */
export interface Choice {
  key: string
  label: string
  note?: string
  user?: NamedUser
  sign?: string
  icon?: IconName
  insert: string
  /** The button of the toolbar that does the rest. */
  tool?: ToolbarButton
}

/** What there is to choose from, by what was begun. What is not named here isn't completed. */
export type Sources = Partial<Record<Trigger, (typed: string) => Promise<Choice[]>>>

const members =
  (find: FindUsers): Sources['members'] =>
  async (typed) =>
    (await find(typed)).map((user) => ({
      key: user.username,
      label: user.display_name,
      note: `@${user.username}`,
      user,
      insert: `@${user.username} `,
    }))

/** A question is named by its number alone: whoever may see it is shown its title. */
const questions: Sources['questions'] = async (typed) =>
  (await call(completeQuestions, { query: { words: typed.trim() } })).map(({ id, title }) => {
    const number = parseObjectId(id)?.number ?? 0
    return { key: id, label: title, note: `#${number}`, insert: `#${objectId('question', number)} ` }
  })

const tags: Sources['tags'] = async (typed) =>
  (await call(questionTags, { query: { tag: typed } })).map(({ slug_name, display_name, question_count }) => ({
    key: slug_name,
    label: display_name,
    note: String(question_count),
    insert: `[${display_name.replace(/[\\[\]*_`<~$]/g, '\\$&')}](${paths.tag(slug_name)}) `,
  }))

const emoji: Sources['emoji'] = async (typed) => (await import('./emoji.ts')).findEmoji(typed)

/** For texts that have blocks of code. */
export const languages: Sources['languages'] = async (typed) =>
  (await import('./code-languages.ts')).findLanguages(typed)

/** Every text completes these; members where it is known who may see it. */
export const sourcesFor = (find: FindUsers | undefined, more: Sources = {}): Sources => ({
  ...(find && { members: members(find), questions, emoji, tags }),
  ...more,
})
