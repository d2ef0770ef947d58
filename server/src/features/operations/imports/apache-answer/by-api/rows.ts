import { STATUS } from '../records.ts'
import { type Json, isObject } from './client.ts'
import type { FetchedRow } from './fetched.ts'

// Replies as rows of the old site's own tables. Numbers may come as texts and the other way round, and what a version lacks is empty.

const ID = /^[1-9]\d{0,17}$/
/** Undefined if it is none. */
export const idIn = (value: unknown) => (ID.test(String(value ?? '')) ? String(value) : undefined)
export const text = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const number = (value: unknown) => Math.trunc(Number(value)) || 0

const LAST = 253_402_300_799
/** Seconds since 1970 as the tables have times; empty where it never was. */
export const time = (value: unknown) => {
  const seconds = number(value)
  return seconds > 0 && seconds <= LAST ? new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ') : ''
}

export const peopleIn = (...said: unknown[]) => said.filter(isObject).filter(({ id }) => idIn(id) !== undefined)

const USER_STATUS: Record<string, number> = { normal: 1, inactive: 1, suspended: 9, deleted: 10 }
const CONFIRMED = 1
const UNCONFIRMED = 2

/** Who stands beside a text. When they joined is known of their page, or else not before that text. */
export const personRow = ({ id, ...said }: Json, since: unknown): FetchedRow => ({
  id: idIn(id)!,
  username: text(said.username),
  display_name: text(said.display_name) || text(said.username),
  rank: number(said.rank),
  avatar: text(said.avatar),
  website: text(said.website),
  location: text(said.location),
  status: USER_STATUS[text(said.status)] ?? 1,
  mail_status: UNCONFIRMED,
  created_at: time(since),
  bio: '',
})

/** What stands on their page, which is read by itself, stays. */
const withoutProfile = ({ bio: _b, website: _w, location: _l, ...row }: FetchedRow) => row

/** As admins see them, with their address. */
export const memberRow = (said: Json): FetchedRow | undefined => {
  const id = idIn(said.user_id)
  return id === undefined
    ? undefined
    : {
        ...withoutProfile(personRow({ ...said, id }, said.created_at)),
        e_mail: text(said.e_mail),
        mail_status: said.status === 'inactive' ? UNCONFIRMED : CONFIRMED,
        suspended_at: time(said.suspended_at),
        suspended_until: time(said.suspended_until),
      }
}

/** What only their page says. */
export const profileRow = (said: Json): FetchedRow => ({
  ...(time(said.created_at) && { created_at: time(said.created_at) }),
  last_login_date: time(said.last_login_date),
  rank: number(said.rank),
  bio: text(said.bio),
  website: text(said.website),
  location: text(said.location),
})

export const tagRow = (said: Json, main_tag_id = '0'): FetchedRow | undefined => {
  const id = idIn(said.tag_id)
  return id === undefined || !text(said.slug_name)
    ? undefined
    : {
        id,
        main_tag_id,
        user_id: '0',
        created_at: time(said.created_at) || time(1),
        slug_name: text(said.slug_name),
        display_name: text(said.display_name),
        original_text: text(said.original_text),
        status: STATUS.available,
        recommend: said.recommend === true ? 1 : 0,
        reserved: said.reserved === true ? 1 : 0,
      }
}

const writtenBy = (person: unknown) => (isObject(person) ? (idIn(person.id) ?? '0') : '0')
/** A text that nobody has edited says so in several ways. */
const editOf = (said: Json, edited: unknown): FetchedRow => {
  const [at, editor] = [time(edited), writtenBy(said.update_user_info)]
  return at && editor !== '0' && number(edited) > number(said.create_time)
    ? { updated_at: at, last_edit_user_id: editor }
    : { updated_at: time(said.create_time), last_edit_user_id: '0' }
}

export const questionRow = (id: string, said: Json): FetchedRow => ({
  id,
  user_id: writtenBy(said.user_info),
  accepted_answer_id: idIn(said.accepted_answer_id) ?? '0',
  created_at: time(said.create_time),
  ...editOf(said, said.edit_time),
  post_update_time: time(said.update_time),
  title: text(said.title),
  original_text: text(said.content),
  status: number(said.status) || STATUS.available,
  show: number(said.show) || 1,
  pin: number(said.pin) || 1,
  view_count: number(said.view_count),
  vote_count: number(said.vote_count),
  answer_count: number(said.answer_count),
  collection_count: number(said.collection_count),
})

export const answerRow = (question_id: string, said: Json): FetchedRow | undefined => {
  const id = idIn(said.id)
  return id === undefined
    ? undefined
    : {
        id,
        question_id,
        user_id: writtenBy(said.user_info),
        created_at: time(said.create_time),
        ...editOf(said, said.update_time),
        original_text: text(said.content),
        status: number(said.status) || STATUS.available,
        adopted: number(said.accepted) || 1,
        vote_count: number(said.vote_count),
      }
}

export const commentRow = (question_id: string, object_id: string, said: Json): FetchedRow | undefined => {
  const id = idIn(said.comment_id)
  return id === undefined
    ? undefined
    : {
        id,
        user_id: idIn(said.user_id) ?? '0',
        object_id,
        question_id,
        created_at: time(said.created_at),
        original_text: text(said.original_text),
        status: number(said.status) || STATUS.available,
        vote_count: number(said.vote_count),
      }
}

/** Who commented, as a comment names them. */
export const commenterIn = (said: Json): Json => ({
  id: said.user_id,
  username: said.username,
  display_name: said.user_display_name,
  avatar: said.user_avatar,
  status: said.user_status,
})

/** The address of the question that it duplicates, or why else it was closed, as the tables keep it. */
export const closingRow = (object_id: string, said: Json, duplicate: number): FetchedRow => {
  const operation = isObject(said.operation) ? said.operation : {}
  const close_msg = text(operation.msg)
  const close_type = /^https?:/.test(close_msg) ? duplicate : 0
  return {
    object_id,
    key: 'question.close.reason',
    value: JSON.stringify({ close_type, close_msg }),
    updated_at: time(operation.time) || time(said.update_time) || time(said.create_time),
  }
}

/** An earlier text, as the tables keep it: with the names that its fields have in the code of the old program. */
export const revisionRow = (said: Json, object_type: 'post' | 'tag'): FetchedRow | undefined => {
  const [id, object_id, content] = [idIn(said.id), idIn(said.object_id), said.content]
  if (id === undefined || object_id === undefined || !isObject(content)) return undefined
  const tags = Array.isArray(content.tags) ? content.tags.filter(isObject) : []
  const named = (tag: Json) => ({ SlugName: text(tag.slug_name), DisplayName: text(tag.display_name) })
  const whole =
    object_type === 'tag'
      ? { ...named(content), OriginalText: text(content.original_text) }
      : { Title: text(content.title), OriginalText: text(content.content), tags: tags.map(named) }
  return {
    id,
    object_id,
    user_id: idIn(said.use_id) ?? writtenBy(said.user_info),
    created_at: time(said.create_at),
    content: JSON.stringify(whole),
    log: text(said.reason),
    status: number(said.status),
  }
}
