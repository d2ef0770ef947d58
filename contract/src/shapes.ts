import { Type, type Static, type TObject, type TProperties, type TSchema, type TSchemaOptions } from 'typebox'
import type { TextFormat } from './formats.ts'
import './formats.ts'
import type { FieldReason } from './reasons.ts'
import { EDIT_SUMMARY_MAX, PAGE, type Span } from './limits.ts'

/** One of a few values: an `enum` in the schema, a union in TypeScript. */
export const oneOf = <const V extends (string | number)[]>(values: readonly [...V], options?: TSchemaOptions) =>
  Type.Enum(values, options)

/** A text between two lengths, perhaps in a certain format. An optional text has `min` 0. */
export const text = ({ min = 0, max }: { min?: number; max: number }, format?: TextFormat) =>
  Type.String({ ...(min > 0 && { minLength: min }), maxLength: max, ...(format && { format }) })

/** In a number's schema: a value out of bounds is taken as the nearest bound. In a choice's: an unknown value is taken as the default. */
export const NEAREST = 'x-nearest'
/** In a text's schema: an empty text means that the field was left out. */
export const EMPTY_IS_NONE = 'x-empty-is-none'
/** The sentence for this field if it is wrong, in place of the one that all fields share. */
type OwnReasons = Partial<Record<FieldReason, FieldReason>>
export const REASONS_KEY = 'x-reasons'
export const saying = <S extends TSchema>(reasons: OwnReasons, schema: S): S => ({ ...schema, [REASONS_KEY]: reasons })

export const span = ({ min, max }: Span) => Type.Integer({ minimum: min, maximum: max })
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const flag = (value: boolean) => Type.Boolean({ default: value })

/** The reply of calls that return nothing. */
export const Done = Type.Null()

/** Epoch seconds, UTC; 0 is never. */
export const Time = Type.Integer()

/** 17 digits (ids.ts) or the short form. `0` and the empty string mean no object. */
export const ObjectId = Type.String()
export const AnObjectId = Type.String({ minLength: 1, maxLength: 30, [EMPTY_IS_NONE]: true })
export const AUserId = Type.String({ minLength: 1, maxLength: 20, [EMPTY_IS_NONE]: true })

/**
 * How long a list's page is. A size beyond the largest is cut to it, never refused: clients ask for 999 to get "all".
 * They get the first page of the cut size, and further pages are counted in that size.
 */
export const pageSize = ({ size, max }: { size: number; max: number } = PAGE) =>
  Type.Integer({ minimum: 1, maximum: max, default: size, [NEAREST]: true })

/**
 * A list's page. The handler always gets `page` and `page_size`: a missing one, or one below 1, takes its default.
 * A page beyond the end is not found, except the first.
 */
export const page = {
  page: Type.Integer({ minimum: 1, default: 1, [NEAREST]: true }),
  page_size: pageSize(),
}
export const paged = <S extends TSchema>(item: S) => Type.Object({ count: Type.Integer(), list: Type.Array(item) })
export interface Paged<T> {
  count: number
  list: T[]
}

/** Needed only while `user/action/record` says `verify`. */
export const captcha = {
  captcha_id: Type.Optional(Type.String({ maxLength: 100 })),
  /** What services give in a frame is long. */
  captcha_code: Type.Optional(Type.String({ maxLength: 5000 })),
}

/**
 * An edit's reason, and the revision it began from: if the text has moved on since, 409.
 * `suggestion_id` (ours): the caller's own suggestion that waits, and that this edit replaces; 409 if it has been decided.
 */
export const edit = {
  edit_summary: Type.Optional(text({ max: EDIT_SUMMARY_MAX })),
  revision_id: Type.Optional(Type.String({ maxLength: 20 })),
  suggestion_id: Type.Optional(Type.String({ maxLength: 20 })),
}

/** Every field may be left out. */
export const partly = <P extends TProperties>(schema: TObject<P>) => Type.Partial(schema)

// The numbers that clients send and get; docs/reference/states.md says what they mean.
export const QUESTION_STATUS = { available: 1, closed: 2, deleted: 10, pending: 11 } as const
export const ANSWER_STATUS = { available: 1, deleted: 10, pending: 11 } as const
export const ACCEPTED = { no: 1, yes: 2 } as const
export const PIN = { no: 1, yes: 2 } as const
export const SHOW = { listed: 1, unlisted: 2 } as const
export const MAIL_STATUS = { verified: 1, to_verify: 2 } as const

export const PostStatus = oneOf(['available', 'closed', 'deleted', 'pending'])
export type PostStatus = Static<typeof PostStatus>
export const UserStatus = oneOf(['normal', 'inactive', 'suspended', 'deleted'])
export type UserStatus = Static<typeof UserStatus>
export const ColorScheme = oneOf(['', 'default', 'light', 'dark', 'system'])
export const PostKind = oneOf(['question', 'answer'])
export const VoteStatus = oneOf(['', 'vote_up', 'vote_down'])
export type VoteStatus = Static<typeof VoteStatus>

/** A member as a line of a list names them. */
const chip = {
  id: Type.String(),
  username: Type.String(),
  rank: Type.Integer(),
  display_name: Type.String(),
  avatar: Type.String(),
  status: UserStatus,
}
export const UserChip = Type.Object(chip)
export type UserChip = Static<typeof UserChip>

/** A member beside their own post. */
export const UserCard = Type.Object({
  ...chip,
  website: Type.String(),
  location: Type.String(),
  language: Type.String(),
})
export type UserCard = Static<typeof UserCard>

export const TagChip = Type.Object({
  slug_name: Type.String(),
  display_name: Type.String(),
  /** The tag this one is another word for, or empty. */
  main_tag_slug_name: Type.String(),
  recommend: Type.Boolean(),
  reserved: Type.Boolean(),
  /** There is none yet: it is made when what names it is let through (decision 0029). */
  to_be_made: Type.Optional(Type.Literal(true)),
})
export type TagChip = Static<typeof TagChip>

export const MEMBER_ACTIONS = [
  'report',
  'edit',
  'delete',
  'close',
  'reopen',
  'pin',
  'unpin',
  'hide',
  'show',
  'undelete',
  'approve',
  'erase',
  'invite_other_to_answer',
  'merge',
] as const
/** What the caller may do to a thing; `name` is the word on the button, `type` what opens. */
export const MemberAction = Type.Object({
  action: oneOf(MEMBER_ACTIONS),
  name: Type.String(),
  type: oneOf(['reason', 'edit', 'confirm']),
})
export type MemberAction = Static<typeof MemberAction>

export const QuestionCard = Type.Object({
  id: ObjectId,
  created_at: Time,
  title: Type.String(),
  url_title: Type.String(),
  description: Type.String(),
  pin: oneOf([1, 2]),
  show: oneOf([1, 2]),
  status: oneOf([1, 2, 10, 11]),
  tags: Type.Array(TagChip),
  view_count: Type.Integer(),
  unique_view_count: Type.Integer(),
  vote_count: Type.Integer(),
  answer_count: Type.Integer(),
  collection_count: Type.Integer(),
  follow_count: Type.Integer(),
  accepted_answer_id: ObjectId,
  last_answer_id: ObjectId,
  operated_at: Time,
  operator: UserChip,
  operation_type: oneOf(['asked', 'answered', 'modified']),
})
export type QuestionCard = Static<typeof QuestionCard>
