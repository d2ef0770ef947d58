import { text } from '../../forms.tsx'
import { wordsOf } from '../../ui/tag-input.tsx'

/** The name and description of a new tag. */
export interface NewTag {
  slug_name: string
  display_name: string
  original_text: string
}

/** The hidden field beside the tags; without scripts it is empty, and new tags are named as typed. */
export const NEW_TAGS = 'new_tags'

const isNewTag = (found: unknown): found is NewTag =>
  ['slug_name', 'display_name', 'original_text'].every(
    (field) => typeof (found as Record<string, unknown> | null)?.[field] === 'string',
  )

export const newTagsIn = (value: string | undefined): NewTag[] => {
  try {
    const found = JSON.parse(value || '[]') as unknown
    return Array.isArray(found) ? found.filter(isNewTag) : []
  } catch {
    return []
  }
}

/** The tags of a question's form, as calls want them. */
export const tagsIn = (form: FormData): ({ slug_name: string } | NewTag)[] => {
  const described = new Map(newTagsIn(text(form, NEW_TAGS)).map((tag) => [tag.slug_name, tag]))
  return wordsOf(text(form, 'tags')).map((slug_name) => described.get(slug_name) ?? { slug_name })
}
