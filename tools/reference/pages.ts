import { CSS_CLASSES, CSS_VARIABLES } from '@askwell/contract/css-classes.ts'
import { FLAG_REASONS, type ReasonList, REASON_LISTS, reasonWords } from '@askwell/contract/flag-reasons.ts'
import { DAILY_REPUTATION, REPUTATION_MIN } from '@askwell/contract/limits.ts'
import { answerPath, PERMALINK_FORMS, type PermalinkForm, questionPath } from '@askwell/contract/permalink.ts'
import { DEFAULT_LEVEL, FIXED, PRIVILEGES, type Privilege } from '@askwell/contract/privileges.ts'
import * as points from '@askwell/contract/reputation.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { ACCEPTED, MAIL_STATUS, PIN, type PostStatus, QUESTION_STATUS, SHOW } from '@askwell/contract/shapes.ts'
import { OPERATION_NAMES, OPERATIONS, type OperationName, stepOf } from '@askwell/contract/states.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { formatsPage, limitsPage, timersPage } from './limits.ts'
import { code, page, table } from './markdown.ts'

/** A message of the interface in English, by its key. */
export type Say = (key: string) => string

const bySign = (value: number) => (value > 0 ? `+${value}` : String(value))

const FIXED_MEANING: Record<keyof typeof FIXED, string> = {
  'question.delete': 'Delete a question; its author, as long as nobody would miss it',
  'question.close': 'Close a question',
  'question.reopen': 'Reopen a question',
  'question.pin': 'Pin a question',
  'question.unpin': 'Unpin a question',
  'question.show': 'List a question again',
  'question.hide': 'Unlist a question',
  'question.undeleted': 'Undelete a question; its author, after deleting it themselves',
  'answer.delete': 'Delete an answer; its author, as long as nobody would miss it',
  'answer.accept': 'Accept an answer; the asker',
  'answer.undeleted': 'Undelete an answer; its author, after deleting it themselves',
  'comment.edit': 'Edit a comment; its author for five minutes',
  'comment.delete': 'Delete a comment; its author',
  'tag.delete': 'Delete a tag that no question has',
  'tag.undeleted': 'Undelete a tag',
  'tag.use_reserved_tag': 'Put or take away a reserved tag',
  'tag.edit_slug_name': 'Change a tag’s name in addresses',
  'tag.merge': 'Merge a tag into another',
  'vote.detail': 'See how many votes are up and down',
  'comment.vote_down': 'Vote a comment down (not offered: comments can only be voted up)',
}

const privileges = (say: Say) =>
  page(
    'Privileges',
    `From \`contract/src/privileges.ts\`. Moderators and admins may do all of this. Others need this much reputation; an admin picks one of the three levels (a new site has level ${DEFAULT_LEVEL}) or own figures.`,
    table(
      ['to', 'level 1', 'level 2', 'level 3', 'privilege'],
      (Object.keys(PRIVILEGES) as Privilege[]).map((name) => [
        say(`privileges.${name}`),
        ...PRIVILEGES[name],
        code(name),
      ]),
    ),
    'The levels: 1 for a private team or group, 2 for a community that is starting, 3 for a grown one.',
    '## The same at every level',
    table(
      ['to', 'needs', 'privilege'],
      Object.entries(FIXED).map(([name, needed]) => [
        FIXED_MEANING[name as keyof typeof FIXED],
        needed < 0 ? 'moderator or admin' : needed,
        code(name),
      ]),
    ),
    '## Who is asked in which order',
    '1. The role: moderators and admins may.\n2. Ownership: the author may edit and, within limits, delete their own.\n3. Reputation: the figure above.',
  )

const votePoints = () =>
  (['question', 'answer'] as const).flatMap((kind) =>
    (['up', 'down'] as const).map((direction) => {
      const { author, voter } = points.VOTE_POINTS[kind][direction]
      return [`A vote ${direction} on ${kind === 'answer' ? 'an answer' : 'a question'}`, bySign(author), bySign(voter)]
    }),
  )

const reputation = () =>
  page(
    'Reputation',
    'From `contract/src/reputation.ts`.',
    '## Votes',
    table(['what', 'author of the post', 'voter'], votePoints()),
    '## Everything else',
    table(
      ['what', 'who', 'points'],
      [
        ['An account is activated', 'the member', bySign(points.ACTIVATION_POINTS)],
        ['An answer is accepted', 'its author', bySign(points.ACCEPTED_POINTS)],
        ['An answer is accepted, by whom doesn’t matter', 'the asker', bySign(points.ACCEPTING_POINTS)],
        ['A suggested edit is approved', 'who suggested it', bySign(points.EDIT_POINTS)],
      ],
    ),
    [
      `- Votes bring at most ${DAILY_REPUTATION} points a day; of the vote that reaches it the part that still fits. The rest of the table isn’t limited.`,
      `- Reputation never falls below ${REPUTATION_MIN}: a loss is cut there.`,
      '- Accepting one’s own answer brings nothing, and nobody can vote on their own post.',
      '- Taking a vote or an acceptance back takes back exactly the points it brought.',
      '- Deleting a post leaves the points it has brought.',
    ].join('\n'),
  )

const STATUS_MEANING: Record<PostStatus, string> = {
  available: 'Everybody sees it.',
  closed: 'Everybody sees it; it takes no new answers. Answers can’t be closed.',
  deleted: 'Only its author and staff see it; everybody else gets 404.',
  pending: 'It waits for review; only its author and staff see it.',
}

const WHO = {
  author: 'staff; the author, as long as nobody would miss it',
  staff: 'staff',
  admin: 'admins',
} as const

const nameOf: Record<'status' | 'pin' | 'show', Record<number, string>> = {
  status: Object.fromEntries(Object.entries(QUESTION_STATUS).map(([name, value]) => [value, name])),
  pin: { [PIN.no]: 'not pinned', [PIN.yes]: 'pinned' },
  show: { [SHOW.listed]: 'listed', [SHOW.unlisted]: 'unlisted' },
}
const PARTS = ['status', 'pin', 'show'] as const

const fromOf = (operation: OperationName) => {
  const { from } = stepOf(operation)
  return PARTS.flatMap((part) =>
    from[part] ? [from[part].map((value) => nameOf[part][value]).join(' or ')] : [],
  ).join(', ')
}

const toOf = (operation: OperationName) => {
  const { to } = stepOf(operation)
  if (to === 'former') return 'as before it was deleted'
  if (to === 'nothing') return 'gone for good'
  return PARTS.flatMap((part) => (to[part] === undefined ? [] : [nameOf[part][to[part]]!])).join(', ')
}

const states = (say: Say) =>
  page(
    'States of posts',
    'From `contract/src/states.ts` and `contract/src/shapes.ts`. "Staff" are moderators and admins.',
    '## Status',
    table(
      ['number', 'name', 'what it means'],
      Object.entries(QUESTION_STATUS).map(([name, value]) => [value, name, STATUS_MEANING[name as PostStatus]]),
    ),
    '## What can be done',
    table(
      ['action', 'on', 'by', 'from', 'to'],
      OPERATION_NAMES.map((name) => [
        say(`actions.${OPERATIONS[name].action}`),
        stepOf(name)
          .kinds.map((kind) => `${kind}s`)
          .join(' and '),
        name === 'undelete' ? 'staff; the author, after deleting it themselves' : WHO[stepOf(name).who],
        fromOf(name),
        toOf(name),
      ]),
    ),
    'Nobody would miss a question without accepted answer that has no answers, or a single one that was not voted up; nor an answer that was neither accepted nor voted up.',
    '## Other numbers',
    table(
      ['field', 'numbers'],
      [
        [
          '`pin`',
          Object.entries(PIN)
            .map(([name, value]) => `${value} ${name}`)
            .join(', '),
        ],
        [
          '`show`',
          Object.entries(SHOW)
            .map(([name, value]) => `${value} ${name}`)
            .join(', '),
        ],
        [
          '`accepted`',
          Object.entries(ACCEPTED)
            .map(([name, value]) => `${value} ${name}`)
            .join(', '),
        ],
        [
          '`mail_status`',
          Object.entries(MAIL_STATUS)
            .map(([name, value]) => `${value} ${name.replace('_', ' ')}`)
            .join(', '),
        ],
        [
          '`role_id`',
          Object.entries(ROLE)
            .map(([name, value]) => `${value} ${name}`)
            .join(', '),
        ],
      ],
    ),
  )

const css = (say: Say) =>
  page(
    'Classes for own CSS',
    'From `contract/src/css-classes.ts`. Own CSS (Administration, CSS and HTML) may rely on these classes and variables: they stay, and mean what they mean now. Any other class may change with any version. Own CSS is in no layer, so it wins over the site’s own without `!important`.',
    table(
      ['where', 'classes'],
      Object.entries(CSS_CLASSES).map(([group, names]) => [
        say(`admin.css_${group}`),
        names.map((name) => code(`.${name}`)).join(' '),
      ]),
    ),
    '## Variables',
    `On \`:root\`: ${CSS_VARIABLES.map(code).join(', ')}. Whether a page is light or dark: \`data-scheme\` on \`:root\`, if it isn’t the device that says so.`,
  )

const LIST_TITLE: Record<ReasonList, string> = {
  'question.flag': 'Flag a question',
  'answer.flag': 'Flag an answer',
  'comment.flag': 'Flag a comment',
  'question.close': 'Close a question',
  'question.status': 'Set a question’s status (administration)',
  'answer.status': 'Set an answer’s status (administration)',
  'comment.status': 'Set a comment’s status (administration)',
  'user.status': 'Set a user’s status (administration)',
  'question.review': 'Decide on a flagged question',
  'answer.review': 'Decide on a flagged answer',
  'comment.review': 'Decide on a flagged comment',
}

const REMARK = { '': '', text: 'the address of another question of this site', textarea: 'a remark' }

const reasons = (say: Say) =>
  page(
    'Reasons',
    'From `contract/src/flag-reasons.ts`. Clients send the number.',
    table(
      ['number', 'reason', 'what it says', 'needs'],
      Object.entries(FLAG_REASONS).map(([id, { content_type }]) => [
        id,
        say(reasonWords(Number(id), 'name')),
        say(reasonWords(Number(id), 'description')),
        REMARK[content_type],
      ]),
    ),
    '## Which are offered',
    table(
      ['to', 'reasons, in this order'],
      (Object.keys(REASON_LISTS) as ReasonList[]).map((list) => [
        LIST_TITLE[list],
        REASON_LISTS[list].map((id) => `${say(reasonWords(id, 'name'))} (${id})`).join(', '),
      ]),
    ),
  )

const PERMALINK_MEANING: Record<PermalinkForm, string> = {
  1: 'id and title',
  2: 'id (a new site has this)',
  3: 'short id and title',
  4: 'short id',
}

const permalinks = () => {
  const question = { id: objectId('question', 42), url_title: 'where-do-herons-sleep' }
  const answer = objectId('answer', 7)
  return page(
    'Permalinks',
    'From `contract/src/permalink.ts`. An admin picks the form; every other form leads on to it.',
    table(
      ['form', 'carries', 'question', 'answer'],
      PERMALINK_FORMS.map((form) => [
        form,
        PERMALINK_MEANING[form],
        code(questionPath(form, question)),
        code(answerPath(form, question, answer)),
      ]),
    ),
    'With forms 3 and 4 the API writes the ids of questions and answers short, too; it reads both.',
  )
}

const TITLES = {
  'privileges.md': 'what each privilege needs, at the three levels',
  'reputation.md': 'what brings and costs points',
  'limits.md': 'lengths, amounts, sizes, rates',
  'timers.md': 'how long codes, sessions and drafts last',
  'states.md': 'closed, deleted, pinned …: who may, and what follows',
  'reasons.md': 'why posts are flagged and closed',
  'permalinks.md': 'the four forms of links',
  'css.md': 'what a site’s own CSS may rely on',
  'formats.md': 'which characters fields take',
}

const index = page(
  'Reference',
  'Tables of the rules, made from the constants that the program uses. `npm run check` says when a page is out of date.',
  Object.entries(TITLES)
    .map(([file, what]) => `- [${file.replace('.md', '')}](${file}): ${what}`)
    .join('\n'),
)

/** Every page of docs/reference/, by its file name. */
export const referencePages = (say: Say): Record<keyof typeof TITLES | 'README.md', string> => ({
  'README.md': index,
  'privileges.md': privileges(say),
  'reputation.md': reputation(),
  'limits.md': limitsPage,
  'timers.md': timersPage,
  'states.md': states(say),
  'reasons.md': reasons(say),
  'permalinks.md': permalinks(),
  'css.md': css(say),
  'formats.md': formatsPage(say),
})
