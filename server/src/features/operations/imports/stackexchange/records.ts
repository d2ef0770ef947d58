import { DISPLAY_NAME, LOCATION_MAX, WEBSITE_MAX } from '@askwell/contract/limits.ts'
import type { ImportedComment } from '../comments.ts'
import type { ImportedPost } from '../posts.ts'
import type { ImportedTag } from '../tags.ts'
import type { Author, ImportedMember } from '../members.ts'

type Fields = Record<string, string>

/** What is missing in a row, in a few words. */
export class BrokenRow extends Error {}

const needed = (fields: Fields, name: string) => {
  const value = fields[name]
  if (value === undefined) throw new BrokenRow(`it has no ${name}`)
  return value
}

const key = (fields: Fields, name: string) => {
  const value = needed(fields, name)
  if (!/^-?\d{1,15}$/.test(value)) throw new BrokenRow(`its ${name} is no number`)
  return value
}

const number = (text: string | undefined) => (text && /^-?\d{1,15}$/.test(text) ? Number(text) : 0)

/** Dumps write UTC without saying so. */
export const time = (text: string | undefined) => {
  const ms = Date.parse(`${text}Z`)
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1000)
}

const born = (fields: Fields, name = 'CreationDate') => {
  const at = time(needed(fields, name))
  if (!at) throw new BrokenRow(`its ${name} is no time`)
  return at
}

export const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
const nameFrom = (text: string | undefined, other: string) =>
  [...oneLine(text ?? '')].slice(0, DISPLAY_NAME.max).join('').trim() || other

/** Deleted accounts only have a name beside the post, or nothing at all. */
export const author = (id: string | undefined, name: string | undefined): Author => {
  if (id !== undefined && /^-?\d{1,15}$/.test(id)) return { key: id, display_name: nameFrom(name, `user${id}`) }
  const display_name = nameFrom(name, 'user')
  return { key: `name:${display_name}`, display_name }
}

const isAddress = (text: string) =>
  /^https?:\/\/[^\s"<>]+$/i.test(text) && text.length <= WEBSITE_MAX && URL.canParse(text)

/** Texts as the old site had them, for lack of threads that turn them into ours. */
export interface Raw<T> {
  record: T
  html: string
}

export const readTag = (fields: Fields): ImportedTag & { text_keys: string[] } => ({
  key: key(fields, 'Id'),
  name: needed(fields, 'TagName'),
  text_keys: [fields.ExcerptPostId, fields.WikiPostId].filter((one) => one !== undefined),
})

export const readMember = (fields: Fields): Raw<Omit<ImportedMember, 'bio' | 'bio_html'>> => {
  const id = key(fields, 'Id')
  const website = fields.WebsiteUrl ?? ''
  return {
    html: fields.AboutMe ?? '',
    record: {
      key: id,
      display_name: nameFrom(fields.DisplayName, `user${id}`),
      website: isAddress(website) ? website : '',
      location: [...oneLine(fields.Location ?? '')].slice(0, LOCATION_MAX).join(''),
      reputation: number(fields.Reputation),
      created_at: born(fields),
      last_login_at: time(fields.LastAccessDate),
    },
  }
}

type PostRecord = Omit<ImportedPost, 'original_text' | 'parsed_text' | 'description' | 'terms' | 'accepted'> & {
  accepted_key: string
}

const KINDS: Record<string, ImportedPost['kind']> = { 1: 'question', 2: 'answer' }

/** Undefined if it is neither a question nor an answer. */
const readPost = (fields: Fields): Raw<PostRecord> | undefined => {
  const kind = KINDS[needed(fields, 'PostTypeId')]
  if (!kind) return undefined
  const created_at = born(fields)
  return {
    html: needed(fields, 'Body'),
    record: {
      key: key(fields, 'Id'),
      kind,
      question_key: kind === 'answer' ? key(fields, 'ParentId') : '',
      author: author(fields.OwnerUserId, fields.OwnerDisplayName),
      editor:
        fields.LastEditDate && (fields.LastEditorUserId ?? fields.LastEditorDisplayName)
          ? author(fields.LastEditorUserId, fields.LastEditorDisplayName)
          : null,
      title: kind === 'question' ? oneLine(needed(fields, 'Title')) : '',
      tags: kind === 'question' ? ((fields.Tags ?? '').match(/[^<>|]+/g) ?? []) : [],
      score: number(fields.Score),
      view_count: number(fields.ViewCount),
      accepted_key: fields.AcceptedAnswerId ?? '',
      created_at,
      edited_at: time(fields.LastEditDate),
      active_at: time(fields.LastActivityDate) || created_at,
    },
  }
}

/** What a tag means, in short and at length. Which tag knows the tag alone. */
const TAG_TEXTS: Record<string, number> = { 4: 1, 5: 2 }
export interface TagText {
  key: string
  part: number
  html: string
  author: Author
  created_at: number
}

const readTagText = (fields: Fields): TagText | undefined => {
  const part = TAG_TEXTS[needed(fields, 'PostTypeId')]
  if (!part || !fields.Body?.trim()) return undefined
  return {
    key: key(fields, 'Id'),
    part,
    html: part === 1 ? `<p>${fields.Body}</p>` : fields.Body,
    author: author(
      fields.LastEditorUserId ?? fields.OwnerUserId,
      fields.LastEditorDisplayName ?? fields.OwnerDisplayName,
    ),
    created_at: time(fields.LastEditDate) || born(fields),
  }
}

export const readPostOrTagText = (fields: Fields) => {
  const [post, tagText] = [readPost(fields), readTagText(fields)]
  return post || tagText ? { post, tagText } : undefined
}

/** Comments are stored as they were typed, in a small Markdown like ours. */
export const readComment = (fields: Fields): Omit<ImportedComment, 'parsed_text'> => ({
  key: key(fields, 'Id'),
  post_key: key(fields, 'PostId'),
  author: author(fields.UserId, fields.UserDisplayName),
  original_text: needed(fields, 'Text'),
  score: number(fields.Score),
  created_at: born(fields),
})
