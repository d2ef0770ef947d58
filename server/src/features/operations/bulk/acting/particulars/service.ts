import type { BulkAct, BulkKind, BulkOptions } from '@askwell/contract/bulk.ts'
import { reasonsFor } from '@askwell/contract/flag-reasons.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import type { Db } from '../../../../../db/dialect.ts'
import { type FieldError, Invalid } from '../../../../../lib/errors.ts'
import { examineRemark } from '../../../../content/posts/transitions/service.ts'
import { listMainTags, listTagsBySlug, TAG_STATUS } from '../../../../content/tags/queries.ts'
import { findUserByName } from '../../../../users/users/names/queries.ts'
import { USER_STATUS } from '../../../../../lib/actor.ts'
import type { Particulars } from '../../things.ts'

const wrong = (field: string, reason: FieldError['reason'], values?: FieldError['values']): FieldError[] => [
  { field, reason, ...(values && { values }) },
]

/** Other words for a tag stand for it. */
const tagIds = async (db: Db, slugs: string[]) => {
  const there = (await listTagsBySlug(db, slugs)).filter((tag) => tag.status === TAG_STATUS.available)
  const main = new Map((await listMainTags(db, there)).map((tag) => [tag.id, tag.id]))
  return {
    ids: [...new Set(there.map((tag) => main.get(tag.main_tag_id) ?? tag.id))],
    unknown: slugs.find((slug) => !there.some((tag) => tag.slug_name === slug)),
  }
}

const retagging = async (db: Db, { add_tags = [], remove_tags = [] }: BulkOptions) => {
  const [add, remove] = [await tagIds(db, add_tags), await tagIds(db, remove_tags)]
  const faults = [
    ...(add_tags.length + remove_tags.length === 0 ? wrong('add_tags', 'field.required') : []),
    ...(add.unknown ? wrong('add_tags', 'field.tag_unknown', { tag: add.unknown }) : []),
    ...(remove.unknown ? wrong('remove_tags', 'field.tag_unknown', { tag: remove.unknown }) : []),
  ]
  return { faults, add: add.ids, remove: remove.ids }
}

const closing = async (db: Db, { close_type = 0, close_msg = '' }: BulkOptions) =>
  reasonsFor('question', 'close').includes(close_type)
    ? (await examineRemark({ db }, { question_id: 0, reason: close_type, remark: close_msg, field: 'close_msg' }))
        .faults
    : wrong('close_type', close_type === 0 ? 'field.no_reason' : 'field.not_a_choice')

const newAuthor = async (db: Db, { author = '' }: BulkOptions) => {
  const name = author.trim()
  const user = name === '' ? undefined : await findUserByName(db, name)
  const there = user && user.status !== USER_STATUS.deleted
  return {
    faults: there ? [] : wrong('author', name === '' ? 'field.required' : 'field.no_such_user'),
    author_id: there ? user.id : 0,
  }
}

const sweeping = ({ what = [], since = 0, until = 0 }: BulkOptions) => [
  ...(what.length === 0 ? wrong('what', 'field.required') : []),
  ...(until > 0 && until <= since ? wrong('until', 'field.not_after') : []),
]

/** Reads what an act needs, or says on which field it lacks something. */
export const particularsOf = async (
  db: Db,
  act: BulkAct,
  kind: BulkKind,
  options: BulkOptions,
): Promise<Particulars> => {
  const blank = { ...options, add: [], remove: [], author_id: 0 }
  const said = (faults: FieldError[], more: Partial<Particulars> = {}): Particulars => {
    if (faults.length) throw new Invalid(faults)
    return { ...blank, ...more }
  }
  if (act === 'retag') {
    const { faults, ...tags } = await retagging(db, options)
    return said(faults, tags)
  }
  if (act === 'close') return said(await closing(db, options))
  if (act === 'author') {
    const { faults, author_id } = await newAuthor(db, options)
    return said(faults, { author_id })
  }
  if (act === 'sweep') return said(sweeping(options))
  if (act === 'role' && kind === 'user')
    return said(
      (Object.values(ROLE) as number[]).includes(options.role_id ?? 0) ? [] : wrong('role_id', 'field.not_a_choice'),
    )
  return blank
}
