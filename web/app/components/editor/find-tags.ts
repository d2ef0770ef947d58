import { questionTags } from '@askwell/contract/tags.ts'
import { call } from '../../session.ts'
import type { Suggestion } from '../../ui/tag-input.tsx'

/** Existing tags; a synonym finds its main tag. */
export const findTags = async (tag: string): Promise<Suggestion[]> =>
  (await call(questionTags, { query: { tag } })).map(({ slug_name }) => ({ value: slug_name }))
