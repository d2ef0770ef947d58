import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepIds } from '../../../../db/dialect.ts'
import { tagSlug } from '../../../../lib/slug.ts'
import { createTurns } from '../../../../lib/turns.ts'
import { importBadges } from '../badges.ts'
import { batches, BrokenRow, type Import, type NumberedRecord, rendered, withTexts } from '../batches.ts'
import { importClosings } from '../closings.ts'
import { importComments } from '../comments.ts'
import { Stopped } from '../import-stopped.ts'
import { importUnlistings } from '../unlistings.ts'
import { importPosts, type ImportedPost } from '../posts.ts'
import { listTakenPostIds, type OriginKind } from '../queries.ts'
import { SAMPLE } from '../same-site.ts'
import { NotADump } from '../not-a-dump.ts'
import type { Selection } from '../selection.ts'
import type { Examined, Source, SourceForm } from '../source.ts'
import { dumpNames, stageDump, type Staging } from '../sql-dumps/staging.ts'
import { descriptionKey, importSynonyms, importTags, importTagTexts } from '../tags.ts'
import { importUsers } from '../users.ts'
import { compare } from './compare.ts'
import { numberIn } from './number.ts'
import { isSelected, select } from './selection.ts'
import { UPLOADS } from '../uploads/copy.ts'
import { cameByApi, remarkMissing } from './by-api/missing.ts'
import { bringNotices, examineNotices, NOTICES } from './notices.ts'
import { bringRevisions, examineRevisions, REVISIONS } from './revisions.ts'
import { bringSettings, examineSettings, keepPrivate, refusePrivate, SETTINGS } from './settings.ts'
import { bringUploads, examineUploads } from './uploads.ts'
import {
  type AnswerDatabase,
  NoSuchDatabase,
  openDatabase,
  type Row,
  lastPostNumber,
  reasonsOf,
  rowsOf,
  type TableName,
  stagedTables,
  tagsOfQuestions,
} from './queries.ts'
import {
  ACCEPTED,
  authorOf,
  badgeCode,
  born,
  closingIn,
  confirmedEmail,
  isDeletedUser,
  isPinned,
  isShown,
  isUnlisted,
  nameIn,
  num,
  readUser,
  SHOWN,
  STATUS,
  str,
  time,
} from './records.ts'

const FILE = 'answer.db'
const DUMPS = dumpNames('answer')
const COUNTED = ['user', 'tag', 'question', 'answer', 'comment'] as const
type Counted = (typeof COUNTED)[number]

const open = (folder: string) => {
  try {
    return openDatabase(join(folder, FILE))
  } catch (error) {
    if (error instanceof NoSuchDatabase) throw new NotADump(`${FILE} is no database of Apache Answer.`)
    throw error
  }
}

/** The rows of a table as `read` takes them; what isn't shown there stays behind. */
async function* records<T>(
  { tally, signal, onBytes, selection }: Pick<Import, 'tally' | 'signal' | 'onBytes' | 'selection'>,
  answer: AnswerDatabase,
  table: Counted,
  read: (row: Row) => T,
): AsyncGenerator<NumberedRecord<T>> {
  const giveWay = createTurns()
  let line = 0
  for (const row of rowsOf(answer, table)) {
    if (signal.aborted) throw new Stopped()
    await giveWay()
    line++
    onBytes(table, 0)
    tally.count(table, 'rows')
    if ((table !== 'user' && !isShown(row)) || (selection && !isSelected(selection, table, row))) {
      tally.count(table, 'other')
      continue
    }
    try {
      yield { line, record: read(row) }
    } catch (error) {
      if (!(error instanceof BrokenRow)) throw error
      tally.complain(table, line, `${table} ${str(row.id)}: ${error.message}`)
    }
  }
}

const readTag = (row: Row) => ({
  key: str(row.id),
  name: str(row.slug_name),
  main_key: num(row.main_tag_id) ? str(row.main_tag_id) : '',
  text: str(row.original_text),
  author: num(row.user_id) ? authorOf(row.user_id) : null,
  created_at: born(row),
})

const bringTags = async (one: Import, answer: AnswerDatabase) => {
  const names = new Map<string, string>()
  const synonyms: ReturnType<typeof readTag>[] = []
  for await (const batch of batches(records(one, answer, 'tag', readTag), one.batch)) {
    for (const { record } of batch) {
      names.set(record.key, record.name)
      if (record.main_key) synonyms.push(record)
    }
    one.tally.note(
      'tag',
      await importTags(
        one.app,
        one.site,
        batch.map(({ record }) => record),
      ),
    )
    const described = batch.filter(({ record }) => record.text.trim())
    const ready = await withTexts(
      one,
      'tag',
      described,
      described.map(({ record }) => ({ kind: 'markdown', text: record.text })),
    )
    await importTagTexts(
      one.app,
      one.site,
      ready.map(({ record, text: { original_text, parsed_text } }) => ({
        key: record.key,
        post_keys: [descriptionKey(record.key)],
        author: record.author,
        created_at: record.created_at,
        original_text,
        parsed_text,
      })),
    )
  }
  if (synonyms.length) await importSynonyms(one.app, one.site, synonyms)
  return names
}

const bringUsers = async (one: Import, answer: AnswerDatabase) => {
  for await (const batch of rendered(one, records(one, answer, 'user', readUser), {
    file: 'user',
    kind: 'user',
    keyOf: ({ key }) => key,
    texts: (users) => users.map(({ bio }) => ({ kind: 'markdown', text: bio })),
  }))
    one.tally.note(
      'user',
      await importUsers(
        one,
        batch.map(({ record, text }) => ({ ...record, bio: text.original_text, bio_html: text.parsed_text })),
      ),
    )
}

const readPost =
  (kind: ImportedPost['kind']) =>
  (
    row: Row,
  ): Omit<ImportedPost, 'original_text' | 'parsed_text' | 'description' | 'terms' | 'newTerms'> & { text: string } => {
    const created_at = born(row)
    const editor = str(row.last_edit_user_id)
    const edited_at = editor && editor !== '0' ? time(row.updated_at) : 0
    return {
      key: str(row.id),
      id: numberIn(str(row.id)),
      kind,
      question_key: kind === 'answer' ? str(row.question_id) : '',
      author: authorOf(row.user_id),
      editor: edited_at ? authorOf(editor) : null,
      title: str(row.title),
      tags: [],
      score: num(row.vote_count),
      view_count: num(row.view_count),
      collection_count: num(row.collection_count),
      license: '',
      accepted: row.adopted === ACCEPTED,
      unlisted: isUnlisted(row),
      pinned: isPinned(row),
      created_at,
      edited_at,
      active_at: time(row.post_update_time) || edited_at || created_at,
      text: str(row.original_text),
    }
  }

/** With the numbers they had, so that their addresses stay; one whose number is taken here gets another, that none of the others has. */
const bringPosts = async (
  one: Import,
  answer: AnswerDatabase,
  table: 'question' | 'answer',
  names: Map<string, string>,
) => {
  for await (const batch of rendered(one, records(one, answer, table, readPost(table)), {
    file: table,
    kind: 'post',
    keyOf: ({ key }) => key,
    texts: (posts) => posts.map(({ title, text }) => ({ kind: 'post', title, markdown: text })),
  })) {
    const taken = await listTakenPostIds(
      one.app.db,
      batch.map(({ record }) => record.id ?? 0),
    )
    const keys = batch.map(({ record }) => record.key)
    const tags = table === 'question' ? tagsOfQuestions(answer, names, keys) : new Map<string, string[]>()
    const brought = await importPosts(
      one,
      batch.map(({ record: { text: _, id = 0, ...post }, text }) => ({
        ...post,
        ...(id && !taken.has(id) && { id }),
        tags: tags.get(post.key) ?? [],
        ...text,
      })),
    )
    one.tally.note(table, brought)
    const orphans = new Set(brought.orphans)
    for (const { line, record } of batch)
      if (orphans.has(record.key))
        one.tally.complain(
          table,
          line,
          `answer ${record.key}: its question ${record.question_key} isn't there, or is deleted`,
        )
  }
}

const readComment = (row: Row) => ({
  key: str(row.id),
  post_key: str(row.object_id),
  author: authorOf(row.user_id),
  original_text: str(row.original_text),
  score: num(row.vote_count),
  created_at: born(row),
})

const bringComments = async (one: Import, answer: AnswerDatabase) => {
  for await (const batch of rendered(one, records(one, answer, 'comment', readComment), {
    file: 'comment',
    kind: 'comment',
    keyOf: ({ key }) => key,
    texts: (comments) => comments.map(({ original_text }) => ({ kind: 'comment', text: original_text })),
  })) {
    const brought = await importComments(
      one.app,
      one.site,
      batch.map(({ record, text }) => ({ ...record, parsed_text: text.parsed_text })),
    )
    one.tally.note('comment', brought)
    one.tally.count('comment', 'other', brought.orphans.length) // on what is deleted
  }
}

const bringClosings = async (one: Import, answer: AnswerDatabase) => {
  for await (const batch of batches(rowsOf(answer, 'question', `status = ${STATUS.closed}`), one.batch)) {
    if (one.signal.aborted) throw new Stopped()
    const closed = batch.filter(({ id }) => !one.selection || one.selection.posts.has(str(id)))
    const reasons = reasonsOf(
      answer,
      closed.map(({ id }) => str(id)),
    )
    await importClosings(
      one.app,
      one.site,
      closed.map(({ id, updated_at }) =>
        closingIn(reasons.get(str(id)) ?? { object_id: id!, value: '', updated_at: updated_at! }),
      ),
    )
  }
}

/** Those that came in before were perhaps listed then. */
const bringUnlistings = async (one: Import, answer: AnswerDatabase) => {
  for await (const batch of batches(rowsOf(answer, 'question', SHOWN), one.batch)) {
    if (one.signal.aborted) throw new Stopped()
    const unlisted = batch.filter(
      (row) => isUnlisted(row) && (!one.selection || isSelected(one.selection, 'question', row)),
    )
    await importUnlistings(
      one.app,
      one.site,
      unlisted.map(({ id }) => str(id)),
    )
  }
}

const bringBadges = async (one: Import, answer: AnswerDatabase) => {
  const codes = new Map([...rowsOf(answer, 'badge')].map((row) => [str(row.id), badgeCode(str(row.name))]))
  function* awards() {
    for (const row of rowsOf(answer, 'badge_award')) {
      const code = codes.get(str(row.badge_id))
      if (code && (!one.selection || one.selection.members.has(str(row.user_id))))
        yield {
          key: str(row.id),
          user_key: str(row.user_id),
          code,
          post_key: str(row.award_key),
          created_at: time(row.created_at),
        }
    }
  }
  for await (const batch of batches(awards(), one.batch)) await importBadges(one.app, one.site, batch)
}

const bring = async (one: Import, answer: AnswerDatabase, staging?: Staging) => {
  if (staging) complain(one, staging)
  if (cameByApi(answer)) remarkMissing(one)
  const wasOpen = await keepPrivate(one, answer)
  await bringUsers(one, answer) // before all that names them
  one.tally.finish('user')
  const names = await bringTags(one, answer)
  one.tally.finish('tag')
  await one.app.transaction((tx) => keepIds(tx.db, 'posts', lastPostNumber(answer)))
  await bringPosts(one, answer, 'question', names)
  one.tally.finish('question')
  await bringPosts(one, answer, 'answer', names)
  one.tally.finish('answer')
  await bringComments(one, answer)
  await bringClosings(one, answer)
  await bringUnlistings(one, answer)
  await bringBadges(one, answer)
  one.tally.finish('comment')
  await bringRevisions(one, answer)
  one.tally.finish(REVISIONS)
  await bringNotices(one, answer)
  one.tally.finish(NOTICES)
  await bringSettings(one, answer, wasOpen) // with the limits of what is uploaded
  one.tally.finish(SETTINGS)
  await bringUploads(one, answer)
  one.tally.finish(UPLOADS)
}

const KINDS: Record<Counted, OriginKind> = {
  tag: 'tag',
  user: 'user',
  question: 'post',
  answer: 'post',
  comment: 'comment',
}

async function* examine(one: Examined, answer: AnswerDatabase, staging?: Staging) {
  if (staging) complain(one, staging)
  if (cameByApi(answer)) remarkMissing(one)
  for (const file of COUNTED)
    for await (const { record } of records(one, answer, file, (row) => {
      born(row)
      return str(row.id)
    }))
      yield { file, kind: KINDS[file], key: record }
  await examineRevisions(one, answer)
  await examineNotices(one, answer)
  await examineSettings(one, answer)
  yield* examineUploads(one, answer)
}

function* members(answer: AnswerDatabase, selection?: Selection) {
  let line = 0
  for (const row of rowsOf(answer, 'user')) {
    line++
    if (isDeletedUser(row) || (selection && !selection.members.has(str(row.id)))) continue
    const [key, username, e_mail] = [str(row.id), str(row.username), confirmedEmail(row)]
    yield { line, key, display_name: nameIn(row), ...(username && { username }), ...(e_mail && { e_mail }) }
  }
}

const samples = (answer: AnswerDatabase) => {
  const first = (table: TableName) => {
    const found: Row[] = []
    for (const row of rowsOf(answer, table)) {
      found.push(row)
      if (found.length === SAMPLE) break
    }
    return found
  }
  const questions = first('question')
  return {
    user: new Map(first('user').map((row) => [str(row.id), time(row.created_at)])),
    post: new Map(questions.map((row) => [str(row.id), time(row.created_at)])),
    tag: new Map(first('tag').map((row) => [str(row.id), tagSlug(str(row.slug_name))])),
    title: new Map(questions.map((row) => [str(row.id), str(row.title)])),
  }
}

const complain = ({ tally }: Pick<Import, 'tally'>, { complaints, cut }: Staging) => {
  for (const { table, line, problem } of complaints) {
    const counted = COUNTED.find((one) => one === table)
    if (counted) tally.count(counted, 'rows')
    tally.complain(table, line, problem)
  }
  if (cut) tally.noteCut('question', cut)
}

const sourceIn = (answer: AnswerDatabase, file: string, staging?: Staging): Source => ({
  counted: [...COUNTED, REVISIONS, NOTICES, SETTINGS, UPLOADS],
  more: [],
  needed: [],
  fileName: () => file,
  samples: async () => samples(answer),
  members: (_folder, _signal, selection) => members(answer, selection),
  select: (_folder, limit, signal) => select(answer, limit, signal),
  refuse: (one) => refusePrivate(one, answer),
  bring: (one) => bring(one, answer, staging),
  examine: (one) => examine(one, answer, staging),
  compare: (one) => compare(one, answer),
})

/** A site of Apache Answer, from the file that it keeps its SQLite database in, or from a dump of another database. */
export const apacheAnswer: SourceForm = {
  files: [FILE, ...DUMPS],
  missing: (folder) => ([FILE, ...DUMPS].some((file) => existsSync(join(folder, file))) ? [] : [FILE]),
  open: async (folder, doing) => {
    const file = [FILE, ...DUMPS].find((one) => existsSync(join(folder, one)))!
    if (file === FILE) {
      const answer = open(folder)
      return { source: sourceIn(answer, file), close: answer.close }
    }
    const staging = await stageDump(join(folder, file), stagedTables, ['question', 'user'], doing)
    const answer = { database: staging.database, tables: new Set(Object.keys(stagedTables)), close: staging.close }
    return { source: sourceIn(answer, file, staging), close: staging.close }
  },
}
