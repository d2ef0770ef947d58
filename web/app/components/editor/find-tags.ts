import { questionTags } from '@askwell/contract/tags.ts'
import { call } from '../../session.ts'
import type { Suggestion } from '../../ui/tag-input.tsx'

/** The tags there are; for another word the tag that is meant. */
export const findTags = async (tag: string): Promise<Suggestion[]> =>
  (await call(questionTags, { query: { tag } })).map(({ slug_name }) => ({ value: slug_name }))
