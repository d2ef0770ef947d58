import { DISPLAY_NAME, LOCATION_MAX, WEBSITE_MAX } from '@askwell/contract/limits.ts'
import { BrokenRow } from '../batches.ts'
import type { ImportedComment } from '../comments.ts'
import type { ImportedPost } from '../posts.ts'
import type { ImportedTag } from '../tags.ts'
import type { Author, ImportedUser } from '../users.ts'
import type { Fields, Remark } from './files.ts'
import { licenseOf } from './license.ts'

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
/** Spaces that don't break and double ones were meant: « … ? ». */
export const titleFrom = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const isBefore = (fields: Fields, name: string, remark: Remark) => {
  const [at, created_at] = [time(fields[name]), time(fields.CreationDate)]
  if (fields[name] && !at) remark(`its ${name} is no time`)
  if (at && at < created_at) remark(`its ${name} is before its CreationDate`)
}
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

export const readUser = (fields: Fields, remark: Remark): Raw<Omit<ImportedUser, 'bio' | 'bio_html'>> => {
  const id = key(fields, 'Id')
  isBefore(fields, 'LastAccessDate', remark)
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
      profile: {
        avatar_url: isAddress(fields.ProfileImageUrl ?? '') ? fields.ProfileImageUrl! : '',
        view_count: number(fields.Views),
        up_vote_count: number(fields.UpVotes),
        down_vote_count: number(fields.DownVotes),
      },
    },
  }
}

type PostRecord = Omit<
  ImportedPost,
  'original_text' | 'parsed_text' | 'description' | 'terms' | 'newTerms' | 'accepted'
> & {
  accepted_key: string
  /** Of a question that is closed. */
  closed_at: number
  /** When nobody's own post became everybody's. */
  community_at: number
}

const KINDS: Record<string, ImportedPost['kind']> = { 1: 'question', 2: 'answer' }

/** Undefined if it is neither a question nor an answer. */
const readPost = (fields: Fields, remark: Remark): Raw<PostRecord> | undefined => {
  const kind = KINDS[needed(fields, 'PostTypeId')]
  if (!kind) return undefined
  for (const name of ['LastEditDate', 'LastActivityDate', 'ClosedDate']) isBefore(fields, name, remark)
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
      title: kind === 'question' ? titleFrom(needed(fields, 'Title')) : '',
      tags: kind === 'question' ? ((fields.Tags ?? '').match(/[^<>|]+/g) ?? []) : [],
      score: number(fields.Score),
      view_count: number(fields.ViewCount),
      collection_count: number(fields.FavoriteCount),
      license: licenseOf(fields.ContentLicense, time(fields.LastEditDate) || created_at),
      accepted_key: fields.AcceptedAnswerId ?? '',
      closed_at: kind === 'question' ? time(fields.ClosedDate) : 0,
      community_at: time(fields.CommunityOwnedDate),
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

export const readPostOrTagText = (fields: Fields, remark: Remark) => {
  const [post, tagText] = [readPost(fields, remark), readTagText(fields)]
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
