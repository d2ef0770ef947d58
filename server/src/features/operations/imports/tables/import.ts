import { tagSlug } from '../../../../lib/slug.ts'
import { importAddresses, type OldAddress } from '../addresses.ts'
import { batches, type Import, type NumberedRecord, rendered, withTexts } from '../batches.ts'
import { importClosings, type ImportedClosing } from '../closings.ts'
import { importComments } from '../comments.ts'
import { importPosts, type ImportedPost } from '../posts.ts'
import { SAMPLE } from '../same-site.ts'
import type { Selection } from '../selection.ts'
import type { Source } from '../source.ts'
import { select } from './selection.ts'
import { importTags, importTagTexts } from '../tags.ts'
import { importUsers } from '../users.ts'
import type { TableName, Values } from './columns.ts'
import { compare } from './compare.ts'
import { examine } from './examine.ts'
import { answerKey, authorOf, namelessIn, postKey, questionKey, str } from './keys.ts'
import { type Form, rowsOf } from './rows.ts'

const COUNTED = ['tags', 'members', 'questions', 'answers', 'comments'] as const

const num = (value: Values[string]) => (typeof value === 'number' ? value : 0)

const bringAddresses = async (one: Import, addresses: OldAddress[]) => {
  for (let at = 0; at < addresses.length; at += one.batch)
    await importAddresses(one.app, one.site, addresses.slice(at, at + one.batch))
}

const bringTags = async (one: Import, form: Form) => {
  for await (const batch of batches(rowsOf(one, form, 'tags'), one.batch)) {
    const tags = batch.map(({ line, record }) => ({ line, record, key: tagSlug(str(record.name)) }))
    const made = await importTags(
      one.app,
      one.site,
      tags.map(({ key, record }) => ({ key, name: str(record.name) })),
    )
    one.tally.note('tags', made)
    for (const { line, key } of tags)
      if (made.orphans.includes(key)) one.tally.complain('tags', line, 'column name has no letter')
    const described = tags.filter(({ record }) => record.description !== undefined)
    const ready = await withTexts(
      one,
      'tags',
      described,
      described.map(({ record }) => ({ kind: 'markdown', text: str(record.description) })),
    )
    await importTagTexts(
      one.app,
      one.site,
      ready.map(({ key, text: { original_text, parsed_text } }) => ({
        key,
        post_keys: [`description:${key}`],
        author: null,
        created_at: one.app.clock.now(),
        original_text,
        parsed_text,
      })),
    )
    await bringAddresses(
      one,
      addressesOf(
        'tag',
        tags.map(({ key, record }) => ({ key, record })),
      ),
    )
  }
}

const addressesOf = (kind: OldAddress['kind'], things: { key: string; record: Values }[]) =>
  things.flatMap(({ key, record }): OldAddress[] =>
    record.address === undefined ? [] : [{ path: str(record.address), kind, key }],
  )

/** @returns the ids of them all. */
const bringMembers = async (one: Import, form: Form) => {
  const ids = new Set<string>()
  async function* read() {
    for await (const row of rowsOf(one, form, 'members')) {
      ids.add(str(row.record.id))
      yield row
    }
  }
  for await (const batch of rendered(one, read(), {
    file: 'members',
    kind: 'user',
    keyOf: ({ id }) => str(id),
    texts: (members) => members.map(({ bio }) => ({ kind: 'markdown', text: str(bio) })),
  })) {
    one.tally.note(
      'members',
      await importUsers(
        one,
        batch.map(({ record, text }) => ({
          key: str(record.id),
          display_name: str(record.name),
          ...(record.username !== undefined && { username: str(record.username) }),
          ...(record.e_mail !== undefined && { e_mail: str(record.e_mail) }),
          bio: text.original_text,
          bio_html: text.parsed_text,
          website: str(record.website),
          location: str(record.location),
          reputation: num(record.reputation),
          created_at: num(record.created_at),
          last_login_at: num(record.last_seen_at),
          profile: null,
        })),
      ),
    )
    await bringAddresses(
      one,
      addressesOf(
        'user',
        batch.map(({ record }) => ({ key: str(record.id), record })),
      ),
    )
  }
  return ids
}

/** The rows of texts; who wrote one and isn't known is named. */
async function* textRows(
  one: Import,
  form: Form,
  table: 'questions' | 'answers' | 'comments',
  members: ReadonlySet<string>,
) {
  for await (const row of rowsOf(one, form, table)) {
    if (form.namesAllMembers)
      for (const problem of namelessIn(row.record, members)) one.tally.remark(table, row.line, problem)
    yield row
  }
}

/** How many more were for a post than against it; who voted isn't kept. */
const countVotes = async (one: Import, form: Form) => {
  const scores = new Map<string, number>()
  for await (const { record } of rowsOf(one, form, 'votes')) {
    const key = postKey(record)
    scores.set(key, (scores.get(key) ?? 0) + (record.direction === 'up' ? 1 : -1))
  }
  return scores
}

const CLOSED_FOR: Record<string, number> = { duplicate: 60, off_topic: 63, unclear: 64 }

const closingOf = (record: Values): ImportedClosing[] =>
  record.closed_at === undefined
    ? []
    : [
        {
          key: questionKey(record.id),
          post_key: questionKey(record.id),
          user_key: '',
          close_type: CLOSED_FOR[str(record.closed_for)] ?? 0,
          original_keys: record.duplicate_of === undefined ? [] : [questionKey(record.duplicate_of)],
          created_at: num(record.closed_at),
        },
      ]

const postOf = (kind: ImportedPost['kind'], record: Values, scores: Map<string, number>) => {
  const key = kind === 'question' ? questionKey(record.id) : answerKey(record.id)
  const edited_at = num(record.edited_at)
  return {
    key,
    kind,
    question_key: kind === 'answer' ? questionKey(record.question) : '',
    author: authorOf(record.member, record.member_name),
    editor: edited_at ? authorOf(record.editor ?? record.member, record.member_name) : null,
    title: str(record.title),
    tags: (record.tags as string[] | undefined) ?? [],
    score: record.score === undefined ? (scores.get(key) ?? 0) : num(record.score),
    view_count: num(record.views),
    collection_count: num(record.bookmarks),
    license: str(record.license),
    accepted: record.accepted === true,
    created_at: num(record.created_at),
    edited_at,
    active_at: num(record.active_at) || Math.max(edited_at, num(record.created_at)),
  }
}

const textOf = (record: Values) => {
  const [title, text] = [str(record.title), str(record.text)]
  return record.format === 'html'
    ? ({ kind: 'post', title, html: text } as const)
    : ({ kind: 'post', title, markdown: text } as const)
}

const bringPosts = async (
  one: Import,
  form: Form,
  table: 'questions' | 'answers',
  { scores, members }: { scores: Map<string, number>; members: ReadonlySet<string> },
) => {
  const kind = table === 'questions' ? 'question' : 'answer'
  const keyOf = ({ id }: Values) => (kind === 'question' ? questionKey(id) : answerKey(id))
  const closings: ImportedClosing[] = []
  async function* read() {
    for await (const row of textRows(one, form, table, members)) {
      closings.push(...closingOf(row.record))
      yield row
    }
  }
  for await (const batch of rendered(one, read(), {
    file: table,
    kind: 'post',
    keyOf,
    texts: (posts) => posts.map(textOf),
  })) {
    const posts = batch.map(({ record, text }) => ({ ...postOf(kind, record, scores), ...text }))
    const brought = await importPosts(one, posts)
    one.tally.note(table, brought)
    complainOf(
      one,
      table,
      batch,
      new Set(brought.orphans),
      keyOf,
      ({ question }) => `its question ${str(question)} isn't there`,
    )
    await bringAddresses(
      one,
      addressesOf(
        'post',
        batch.map(({ record }) => ({ key: keyOf(record), record })),
      ),
    )
  }
  return closings
}

const complainOf = (
  one: Import,
  table: string,
  batch: NumberedRecord<Values>[],
  orphans: Set<string>,
  keyOf: (record: Values) => string,
  problem: (record: Values) => string,
) => {
  for (const { line, record } of batch) if (orphans.has(keyOf(record))) one.tally.complain(table, line, problem(record))
}

const bringComments = async (one: Import, form: Form, members: ReadonlySet<string>) => {
  const keyOf = ({ id }: Values) => str(id)
  for await (const batch of rendered(one, textRows(one, form, 'comments', members), {
    file: 'comments',
    kind: 'comment',
    keyOf,
    texts: (comments) =>
      comments.map(({ format, text }) =>
        format === 'html' ? { kind: 'comment', html: str(text) } : { kind: 'comment', text: str(text) },
      ),
  })) {
    const brought = await importComments(
      one.app,
      one.site,
      batch.map(({ record, text: { original_text, parsed_text } }) => ({
        key: keyOf(record),
        post_key: postKey(record),
        author: authorOf(record.member, record.member_name),
        original_text,
        parsed_text,
        score: num(record.score),
        created_at: num(record.created_at),
      })),
    )
    one.tally.note('comments', brought)
    complainOf(
      one,
      'comments',
      batch,
      new Set(brought.orphans),
      keyOf,
      (record) => `its ${postKey(record).replace(':', ' ')} isn't there`,
    )
  }
}

const bring = (form: Form) => async (one: Import) => {
  await bringTags(one, form)
  one.tally.finish('tags')
  const members = await bringMembers(one, form)
  one.tally.finish('members')
  const scores = await countVotes(one, form)
  one.tally.finish('votes')
  const closings = await bringPosts(one, form, 'questions', { scores, members })
  one.tally.finish('questions')
  await bringPosts(one, form, 'answers', { scores, members })
  one.tally.finish('answers')
  await bringComments(one, form, members)
  one.tally.finish('comments')
  for (let at = 0; at < closings.length; at += one.batch)
    await importClosings(one.app, one.site, closings.slice(at, at + one.batch))
}

async function* members(folder: string, form: Form, signal: AbortSignal, selection?: Selection) {
  const rows = rowsOf({ folder, tally: SILENT, onBytes: () => {}, signal, selection }, form, 'members', {
    silent: true,
  })
  for await (const { line, record } of rows)
    yield {
      line,
      key: str(record.id),
      display_name: str(record.name),
      ...(record.username !== undefined && { username: str(record.username) }),
      ...(record.e_mail !== undefined && { e_mail: str(record.e_mail) }),
    }
}

const samples = async (folder: string, form: Form) => {
  const one = { folder, tally: SILENT, onBytes: () => {}, signal: new AbortController().signal }
  const first = async (table: 'members' | 'questions' | 'tags') => {
    const found: Values[] = []
    for await (const { record } of rowsOf(one, form, table, { silent: true })) {
      found.push(record)
      if (found.length === SAMPLE) break
    }
    return found
  }
  const questions = await first('questions')
  return {
    user: new Map((await first('members')).map(({ id, created_at }) => [str(id), num(created_at)])),
    post: new Map(questions.map(({ id, created_at }) => [questionKey(id), num(created_at)])),
    tag: new Map((await first('tags')).map(({ name }) => [tagSlug(str(name)), tagSlug(str(name))])),
    title: new Map(questions.map(({ id, title }) => [questionKey(id), str(title)])),
  }
}
/** Nothing is counted of a sample. */
const SILENT = {} as Import['tally']

/** The documented form for communities that come from elsewhere: a file for each table. */
export const tables = (form: Form): Source => ({
  counted: COUNTED,
  more: ['votes'],
  needed: ['members', 'questions'],
  fileName: (table) => form.fileName(table as TableName),
  samples: (folder) => samples(folder, form),
  members: (folder, signal, selection) => members(folder, form, signal, selection),
  select: (folder, limit, signal) => select({ folder, tally: SILENT, onBytes: () => {}, signal }, form, limit),
  bring: bring(form),
  examine: (one) => examine(one, form),
  compare: (one) => compare(one, form),
})
