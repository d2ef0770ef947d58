import { escapeHtml } from '../../../../lib/html-entities.ts'
import { DISPLAY_NAME, LOCATION_MAX } from '@askwell/contract/limits.ts'
import { dumpNames, stageDump, type StagedTables } from '../sql-dumps/staging.ts'
import { cut, staged, type StagedForm, type StagedRow, time, webAddress } from '../staged.ts'

// Question2Answer 1.5 and later, from its MySQL dump. Its tables begin with `qa_` where nobody has chosen otherwise.

const TABLES: StagedTables = {
  qa_users: {
    columns: { userid: 'text', created: 'text', email: 'text', handle: 'text', loggedin: 'text', flags: 'integer' },
    key: ['userid'],
  },
  qa_userpoints: { columns: { userid: 'text', points: 'integer' }, key: ['userid'] },
  qa_userprofile: { columns: { userid: 'text', title: 'text', content: 'text' }, key: ['userid', 'title'] },
  qa_categories: {
    columns: { categoryid: 'integer', title: 'text', tags: 'text', content: 'text' },
    key: ['categoryid'],
  },
  qa_options: {
    columns: { title: 'text', content: 'text' },
    key: ['title'],
    keep: (row) => (row.title === 'permit_view_q_page' ? row : undefined),
  },
  qa_words: { columns: { wordid: 'integer', word: 'text', tagcount: 'integer' }, key: ['wordid'] },
  qa_posts: {
    columns: {
      postid: 'integer',
      type: 'text',
      parentid: 'integer',
      categoryid: 'integer',
      selchildid: 'integer',
      closedbyid: 'integer',
      userid: 'text',
      lastuserid: 'text',
      netvotes: 'integer',
      views: 'integer',
      format: 'text',
      created: 'text',
      updated: 'text',
      updatetype: 'text',
      title: 'text',
      content: 'text',
      tags: 'text',
      name: 'text',
    },
    key: ['postid'],
  },
}

/** Who may read questions: the smaller the number, the fewer. */
const EVERYBODY = 150
const CONFIRMED = 1
const BLOCKED = 2

/** A text without a format is shown as it was typed, line by line. */
const typed = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n')

const textOf = ({ format, content }: StagedRow) => {
  const text = String(content ?? '').replaceAll('\r\n', '\n')
  return format === 'markdown'
    ? { text }
    : { format: 'html', text: format === 'html' ? text : text.trim() && typed(text) }
}

const writtenBy = ({ userid, handle, name }: StagedRow) => ({
  member: userid,
  member_name: cut(handle ?? name, DISPLAY_NAME.max),
})

/** Other changes than that of the text are none of an editor. */
const editOf = ({ updatetype, updated, lastuserid }: StagedRow) =>
  updatetype === 'E' ? { edited_at: time(updated), editor: lastuserid } : {}

const POST = `p.line_, p.postid, p.type, p.userid, p.lastuserid, p.netvotes, p.format, p.created, p.updated, p.updatetype, p.content, p.name,
  u.handle`
const AUTHOR = 'left join qa_users u on u.userid = p.userid'

const FORM: StagedForm = {
  tags: [
    {
      of: 'qa_categories',
      sql: 'select line_, tags as name, content as description from qa_categories order by categoryid',
      read: ({ name, description }) => ({ name, description }),
    },
    {
      of: 'qa_words',
      sql: 'select line_, word from qa_words where tagcount > 0 order by wordid',
      read: ({ word }) => ({ name: word, address: /\s|#/.test(String(word)) ? undefined : `/tag/${String(word)}` }),
    },
  ],
  members: {
    of: 'qa_users',
    sql: `select u.line_, u.userid, u.created, u.email, u.handle, u.loggedin, u.flags, p.points, a.content as about, n.content as name,
        w.content as website, l.content as location
      from qa_users u
      left join qa_userpoints p on p.userid = u.userid
      left join qa_userprofile a on a.userid = u.userid and a.title = 'about'
      left join qa_userprofile n on n.userid = u.userid and n.title = 'name'
      left join qa_userprofile w on w.userid = u.userid and w.title = 'website'
      left join qa_userprofile l on l.userid = u.userid and l.title = 'location'
      order by u.rowid`,
    read: ({ userid, created, email, handle, loggedin, flags, points, about, name, website, location }) => ({
      id: userid,
      name: cut(name || handle, DISPLAY_NAME.max),
      username: handle,
      // Who hasn't confirmed it can say any address is theirs.
      e_mail: (Number(flags) & CONFIRMED) !== 0 && (Number(flags) & BLOCKED) === 0 ? email : undefined,
      bio: about,
      website: webAddress(website),
      location: cut(location, LOCATION_MAX),
      reputation: points,
      created_at: time(created),
      last_seen_at: time(loggedin),
      address: String(handle).includes('#') ? undefined : `/user/${String(handle).replaceAll(' ', '+')}`,
    }),
  },
  questions: {
    of: 'qa_posts',
    sql: `select ${POST}, p.views, p.title, p.tags, p.closedbyid, k.tags as category, c.type as closed_by_type, c.created as closed_by_created
      from qa_posts p ${AUTHOR}
      left join qa_categories k on k.categoryid = p.categoryid
      left join qa_posts c on c.postid = p.closedbyid
      where p.type in ('Q', 'Q_HIDDEN', 'Q_QUEUED') order by p.postid`,
    read: (row) => {
      if (row.type !== 'Q') return undefined
      const isDuplicate = String(row.closed_by_type).startsWith('Q')
      return {
        id: row.postid,
        title: row.title,
        ...textOf(row),
        ...writtenBy(row),
        ...editOf(row),
        created_at: time(row.created),
        active_at: time(row.updated ?? row.created),
        score: row.netvotes,
        views: row.views,
        tags: [row.category, ...String(row.tags ?? '').split(',')].map((tag) => String(tag ?? '')).filter(Boolean),
        ...(row.closedbyid && {
          closed_at: time(row.updatetype === 'C' ? row.updated : isDuplicate ? row.created : row.closed_by_created),
          ...(isDuplicate && { closed_for: 'duplicate', duplicate_of: row.closedbyid }),
        }),
        address: `/${row.postid}`,
      }
    },
  },
  answers: {
    of: 'qa_posts',
    sql: `select ${POST}, p.parentid, q.type as parent_type, q.selchildid
      from qa_posts p ${AUTHOR} left join qa_posts q on q.postid = p.parentid
      where p.type in ('A', 'A_HIDDEN', 'A_QUEUED') order by p.postid`,
    read: (row) =>
      row.type !== 'A' || !isShown(row.parent_type)
        ? undefined
        : {
            id: row.postid,
            question: row.parentid,
            ...textOf(row),
            ...writtenBy(row),
            ...editOf(row),
            created_at: time(row.created),
            score: row.netvotes,
            accepted: row.selchildid === row.postid,
            address: `/${row.postid}`,
          },
  },
  comments: {
    of: 'qa_posts',
    sql: `select ${POST}, p.parentid, q.type as parent_type, g.type as question_type
      from qa_posts p ${AUTHOR} left join qa_posts q on q.postid = p.parentid left join qa_posts g on g.postid = q.parentid
      where p.type in ('C', 'C_HIDDEN', 'C_QUEUED', 'NOTE') order by p.postid`,
    read: (row) => {
      const isOnAnswer = row.parent_type === 'A'
      if (!['C', 'NOTE'].includes(String(row.type)) || !isShown(row.parent_type)) return undefined
      if (isOnAnswer && !isShown(row.question_type)) return undefined
      return {
        id: row.postid,
        [isOnAnswer ? 'answer' : 'question']: row.parentid,
        ...textOf(row),
        ...writtenBy(row),
        created_at: time(row.created),
        score: row.netvotes,
      }
    },
  },
}

/** What hangs on something that isn't in the dump at all is named with its row, not passed over. */
const isShown = (type: StagedRow[string] | undefined) => type === null || type === 'Q' || type === 'A'

export const question2answer = staged({
  names: dumpNames('question2answer'),
  stage: (path, doing) => stageDump(path, TABLES, ['qa_posts'], doing),
  form: FORM,
  isPrivate: ({ database }) =>
    database
      .prepare('select content from qa_options')
      .all()
      .some(({ content }) => Number(content) < EVERYBODY),
})
