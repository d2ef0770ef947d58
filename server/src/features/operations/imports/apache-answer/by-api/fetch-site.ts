import { BrokenRow } from '../../batches.ts'
import type { Opening } from '../../source.ts'
import { type Client, createClient, type ClientOptions, isObject, type Json, NotGiven } from './client.ts'
import { fetchFiles } from './fetch-files.ts'
import { openFetched } from './fetched.ts'
import { complain, type Fetching, type FetchReport } from './fetching.ts'
import {
  answerRow,
  closingRow,
  commenterIn,
  commentRow,
  idIn,
  memberRow,
  peopleIn,
  personRow,
  profileRow,
  questionRow,
  revisionRow,
  tagRow,
  text,
  time,
} from './rows.ts'
import { isUnlisted, REVISION_STATES, STATUS } from '../records.ts'

const API = 'api/v1'
const ADMIN = 'admin/api'
const DUPLICATE = 60
/** As its lists of members tell them apart. Deleted accounts are only named by what they wrote. */
const MEMBERS = ['normal', 'suspended', 'inactive']
/** Of questions those that aren't hidden. */
const SHOWN_QUESTIONS = ['available', 'closed']

/** What isn't there any more, or isn't for whoever asks, is passed over. */
const unlessGone = async <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof NotGiven) return undefined
    throw error
  })

const ALL = -1

/** Reads what hasn't been read since it last changed. What can't be taken isn't tried again before it changes once more. */
const eachDue = async (
  one: Fetching,
  kind: 'tag' | 'question' | 'user',
  what: string,
  read: (key: string, listed: string) => Promise<void>,
) => {
  const { fetched, progress } = one
  const limit = kind === 'question' ? one.limit : ALL
  const total = fetched.countDue(kind, limit)
  let done = 0
  for (let due = fetched.due(kind, limit); due.length; due = fetched.due(kind, limit))
    for (const { key, listed } of due) {
      try {
        await read(key, listed)
      } catch (error) {
        if (!(error instanceof BrokenRow)) throw error
        complain(one, `${kind} ${key}: ${error.message}`)
      }
      fetched.done(kind, key, listed)
      fetched.save()
      progress(++done, total, what)
    }
}

/** What the site says of itself to everybody, as its tables call it. */
const SETTINGS: Record<string, string> = {
  general: 'general',
  interface: 'interface',
  branding: 'branding',
  login: 'login',
  theme: 'theme',
  custom_css_html: 'css-html',
  site_seo: 'seo',
  site_users: 'users',
  site_write: 'write',
  site_legal: 'legal',
  site_security: 'security',
}

const noteSettings = ({ fetched }: Fetching, info: unknown) => {
  if (!isObject(info)) return
  for (const [at, [name, type]] of Object.entries(SETTINGS).entries())
    if (isObject(info[name]))
      fetched.put('site_info', {
        id: String(at + 1),
        type,
        content: JSON.stringify(info[name]),
        status: STATUS.available,
      })
  fetched.save()
}

const fetchTags = async (one: Fetching) => {
  const { client, fetched, progress } = one
  let done = 0
  for await (const { rows, count } of client.list(`${API}/tags/page`, { query_cond: 'newest' })) {
    for (const said of rows) {
      const row = tagRow(said)
      if (!row) {
        complain(one, `a tag has no id or name: ${text(said.slug_name)}`)
        continue
      }
      const id = String(row.id)
      fetched.put('tag', row)
      fetched.note('tag', id, text(said.updated_at))
    }
    progress((done += rows.length), count, 'tags')
    fetched.save()
  }
  await eachDue(one, 'tag', 'synonyms and texts of tags', async (key, listed) => {
    const data = await unlessGone(client.get(`${API}/tag/synonyms`, { tag_id: key }))
    const isEdited = time(listed) > fetched.createdAt('tag', key)
    const revisions = isEdited ? await revisionsOf(one, key) : []
    fetched.clearTag(key)
    putRevisions(one, revisions, 'tag')
    for (const said of isObject(data) && Array.isArray(data.synonyms) ? data.synonyms.filter(isObject) : []) {
      const row = tagRow(said, key)
      if (row) fetched.put('tag', row)
    }
  })
}

/** Only admins are told. */
const fetchMembers = async ({ client, fetched, report, progress }: Fetching) => {
  for (const status of MEMBERS)
    try {
      let done = 0
      for await (const { rows, count } of client.list(`${ADMIN}/users/page`, { status })) {
        for (const said of rows) {
          const row = memberRow(said)
          if (row) fetched.put('user', { ...row, status: status === 'suspended' ? 9 : 1 })
        }
        progress((done += rows.length), count, 'members')
        fetched.save()
      }
    } catch (error) {
      if (!(error instanceof NotGiven)) throw error
      report.without_addresses = true
      return
    }
}

const listQuestions = async ({ client, fetched, report, progress }: Fetching) => {
  let [done, all] = [0, 0]
  for await (const { rows, count } of client.list(`${API}/question/page`, { order: 'newest' })) {
    for (const said of rows) {
      const id = idIn(said.id)
      if (id === undefined) continue
      const { operated_at, answer_count, vote_count, status, accepted_answer_id } = said
      fetched.note(
        'question',
        id,
        [operated_at, answer_count, vote_count, status, accepted_answer_id].map(text).join(' '),
      )
    }
    all = count
    progress((done += rows.length), count, 'list of questions')
    fetched.save()
  }
  report.out_of_reach = Math.max(0, all - done)
}

/** Questions that no list for everybody has; only admins are told. */
const listUnlisted = async ({ client, fetched, report, progress }: Fetching) => {
  for (const status of SHOWN_QUESTIONS)
    try {
      let done = 0
      for await (const { rows, count } of client.list(`${ADMIN}/question/page`, { status })) {
        for (const said of rows) {
          const id = idIn(said.id)
          if (id === undefined || !isUnlisted({ show: text(said.show) })) continue
          const { update_time, edit_time, answer_count, vote_count, accepted_answer_id } = said
          const state = [update_time, edit_time, answer_count, vote_count, accepted_answer_id].map(text).join(' ')
          fetched.note('question', id, `unlisted ${status} ${state}`)
        }
        progress((done += rows.length), count, 'list of unlisted questions')
        fetched.save()
      }
    } catch (error) {
      if (!(error instanceof NotGiven)) throw error
      report.without_unlisted = true
      return
    }
}

const addPeople = ({ fetched }: Fetching, since: unknown, ...said: unknown[]) => {
  for (const person of peopleIn(...said)) fetched.add('user', personRow(person, since))
}

const allOf = async (client: Client, path: string, query: Record<string, string | number>) => {
  const found: Json[] = []
  for await (const { rows } of client.list(path, query)) found.push(...rows)
  return found
}

/** The texts that something has had. */
const revisionsOf = async ({ client }: Fetching, object_id: string) => {
  const data = await unlessGone(client.get(`${API}/revisions`, { object_id }))
  return Array.isArray(data) ? data.filter(isObject) : []
}

const putRevisions = (one: Fetching, revisions: Json[], of: 'post' | 'tag') => {
  for (const said of revisions) {
    const row = revisionRow(said, of)
    if (!row) continue
    one.fetched.put('revision', row)
    addPeople(one, said.create_at, said.user_info)
  }
}

/** Edits that wait; only those who may decide on them are told, a few at a time. */
const fetchWaiting = async (one: Fetching) => {
  const { client, fetched, progress, report } = one
  fetched.clearWaiting()
  try {
    let done = 0
    for await (const { rows, count } of client.list(`${API}/revisions/unreviewed`)) {
      for (const { type, unreviewed_info } of rows)
        if (isObject(unreviewed_info))
          putRevisions(one, [{ ...unreviewed_info, status: REVISION_STATES.waiting }], type === 'tag' ? 'tag' : 'post')
      progress((done += rows.length), count, 'edits that wait')
    }
  } catch (error) {
    if (!(error instanceof NotGiven)) throw error
    report.without_waiting = true
  }
  fetched.save()
}

/** What nobody has edited has the one text that it came with. */
const isEdited = (said: Json, edited: unknown) => Number(edited) > Number(said.create_time)

/** A question with all that stands below it; all of it is asked for before anything is written. */
const fetchQuestion = async (one: Fetching, id: string) => {
  const { client, fetched } = one
  const said = await unlessGone(client.get(`${API}/question/info`, { id }))
  if (!isObject(said)) return
  const answers = (await unlessGone(allOf(client, `${API}/answer/page`, { question_id: id, order: 'created' }))) ?? []
  const comments: { object_id: string; said: Json }[] = []
  for (const object_id of [id, ...answers.flatMap((answer) => idIn(answer.id) ?? [])])
    for (const comment of (await unlessGone(allOf(client, `${API}/comment/page`, { object_id }))) ?? [])
      comments.push({ object_id, said: comment })
  const revisions: Json[] = isEdited(said, said.edit_time) ? await revisionsOf(one, id) : []
  for (const answer of answers) {
    const key = idIn(answer.id)
    if (key !== undefined && isEdited(answer, answer.update_time)) revisions.push(...(await revisionsOf(one, key)))
  }
  const row = questionRow(id, said)
  if (!row.created_at) throw new BrokenRow('it has no time')
  fetched.clear(id)
  fetched.put('question', row)
  addPeople(one, said.create_time, said.user_info, said.update_user_info)
  for (const tag of Array.isArray(said.tags) ? said.tags.filter(isObject) : []) {
    const tag_id = fetched.idOf('tag', text(tag.slug_name))
    if (tag_id !== undefined) fetched.add('tag_rel', { object_id: id, tag_id, status: 1 })
  }
  if (row.status === STATUS.closed) fetched.put('meta', closingRow(id, said, DUPLICATE))
  for (const answer of answers) {
    const its = answerRow(id, answer)
    if (!its) continue
    fetched.put('answer', its)
    addPeople(one, answer.create_time, answer.user_info, answer.update_user_info)
  }
  for (const { object_id, said: comment } of comments) {
    const its = commentRow(id, object_id, comment)
    if (!its) continue
    fetched.put('comment', its)
    addPeople(one, comment.created_at, commenterIn(comment))
  }
  putRevisions(one, revisions, 'post')
}

/** What members say of themselves stands on their own pages. */
const fetchProfiles = (one: Fetching) => {
  one.fetched.noteUsers()
  return eachDue(one, 'user', 'profiles', async (key, username) => {
    const said = await unlessGone(one.client.get(`${API}/personal/user/info`, { username }))
    // A name may be another's by now.
    if (isObject(said) && idIn(said.id) === key) one.fetched.change('user', key, profileRow(said))
  })
}

/** Brings what a running site answers into a folder, from which it comes in like the site's own database. Run again it goes on. */
export const fetchSite = async (
  folder: string,
  options: ClientOptions & { limit?: number | undefined; progress: Opening['progress'] },
): Promise<FetchReport> => {
  const { limit = ALL, progress } = options
  const client = createClient(options)
  const info = await client.get(`${API}/siteinfo`) // before anything is written, whether it is such a site
  const fetched = openFetched(folder)
  const report: FetchReport = {
    questions: 0,
    answers: 0,
    comments: 0,
    tags: 0,
    members: 0,
    without_addresses: false,
    out_of_reach: 0,
    without_unlisted: false,
    without_waiting: false,
    files: 0,
    problems: [],
  }
  const one: Fetching = { client, fetched, limit, progress, report }
  try {
    fetched.noteHost(new URL(client.base).host)
    noteSettings(one, info)
    await fetchTags(one)
    await fetchMembers(one)
    await listQuestions(one)
    await listUnlisted(one)
    await eachDue(one, 'question', 'questions', (id) => fetchQuestion(one, id))
    await fetchWaiting(one)
    await fetchProfiles(one)
    const [questions, answers, comments, tags, members] = (
      ['question', 'answer', 'comment', 'tag', 'user'] as const
    ).map(fetched.count) as [number, number, number, number, number]
    Object.assign(report, { questions, answers, comments, tags, members })
  } finally {
    fetched.close()
  }
  report.files = await fetchFiles(one, folder)
  return report
}
