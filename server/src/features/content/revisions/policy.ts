import { parseObjectId } from '@askwell/contract/ids.ts'
import type { RevisedType } from '@askwell/contract/revisions.ts'
import { description } from '../../../lib/plain-text.ts'

export interface Text {
  title: string
  content: string
  tags: string[]
}

/** What a revision keeps of a text. */
export interface StoredText {
  title: string
  original_text: string
  slugs: string
}

export const textOf = ({ title, original_text, slugs }: StoredText): Text => ({
  title,
  content: original_text,
  tags: JSON.parse(slugs) as string[],
})

/** This many characters of HTML hold a few sentences. */
const BEGINNING = 4000

/** The excerpt that lists show under the title. For older texts, which have none stored, it is made from a quick look. */
export const descriptionOf = (text: { description: string | null; parsed_text: string }) =>
  text.description ?? description(text.parsed_text.slice(0, BEGINNING))

/** What an object id leads to, if it is anything that has revisions. */
export const revisedBy = (id: string): { object_type: RevisedType; object_id: number } | undefined => {
  const object = parseObjectId(id)
  return object && (object.type === 'question' || object.type === 'answer' || object.type === 'tag')
    ? { object_type: object.type, object_id: object.number }
    : undefined
}
