import type { Choices } from './random.ts'

/** What of JSON Schema the contract uses. */
export interface Schema {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  patternProperties?: Record<string, Schema>
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** What there is on the site, as ids and names that calls can use; `subject` is what the present call is about. */
export interface Known {
  subject: string[]
  question: string[]
  answer: string[]
  comment: string[]
  user: string[]
  username: string[]
  tag: string[]
}

/** Mailboxes of members are here and nowhere else, so that one in the wrong reply is noticed. */
export const MAIL_HOST = 'secret.example'

const WORDS = [
  'heron',
  'sky',
  'Häuser',
  '日本語の質問',
  'שלום',
  'क्या',
  '👩‍👩‍👧',
  'a\u0301',
  '**bold**',
  '`code`',
  '[link](http://a.example/b)',
  '<b>x</b>',
  '$x^2$',
  '@ann',
  '- item',
  '\n\n',
  '> quote',
  '| a | b |',
  '# head',
  '~~',
  '\u202e',
  'ﬁ',
  'İ',
  'ß',
  "'",
  '"',
  '\\',
  '%',
  '_',
  ';--',
  '{{x}}',
]
/** By the name of a field, whatever its schema says. */
const DIRECT: Record<string, (r: Choices, known: Known) => string> = {
  question_id: (r, { question }) => r.pick(question),
  older_than: (r, { question }) => r.pick(question),
  answer_id: (r, { answer }) => r.pick(answer),
  comment_id: (r, { comment }) => r.pick(comment),
  reply_comment_id: (r, { comment }) => r.pick(comment),
  id: (r, { subject, question, answer, comment }) =>
    r.pick(r.chance(0.85) ? subject : r.pick([question, answer, comment])),
  object_id: (r, { question, answer, comment }) => r.pick(r.pick([question, answer, comment])),
  object_ids: (r, { question, answer }) => [r.pick(question), r.pick(answer)].join(','),
  user_id: (r, { user }) => r.pick(user),
  username: (r, { username }) => r.pick(username),
  tag: (r, { tag }) => r.pick(tag),
  slug_name: (r, { tag }) => (r.chance(0.8) ? r.pick(tag) : `tag-${r.below(1000)}`),
  tags: (r, { tag }) => [r.pick(tag), r.pick(tag)].join(','),
  lang: () => 'en_US',
  language: (r) => r.pick(['en_US', 'de_DE', 'default']),
  time_zone: (r) => r.pick(['UTC', 'Europe/Berlin']),
  theme: () => 'default',
  primary_color: () => '#0033ff',
  navbar_style: () => 'colored',
  key: (r) => r.pick(['rank.question.add', 'rank.tag.add']),
  action: (r) => r.pick(['question.edit', 'answer.add,tag.add', 'nothing']),
  users: (r) => `name ${r.below(1e9)}, u${r.below(1e9)}@${MAIL_HOST}, a-password`,
  contact_email: () => 'desk@desk.example',
  revision_id: (r) => String(r.below(50)),
  authorized_image_extension: (r) => r.pick(['png', 'jpg']),
  authorized_attachment_extension: (r) => r.pick(['pdf', 'zip']),
}
const FORMATS: Record<string, (r: Choices) => string> = {
  email: (r) => `m${r.below(1e6)}@${MAIL_HOST}`,
  'optional-email': (r) => r.pick(['', `m${r.below(1e6)}@${MAIL_HOST}`]),
  'not-an-email': () => 'The desk',
  'site-address': (r) => r.pick(['http://world.example', 'https://b.example/x/']),
  'optional-web-address': (r) => r.pick(['', 'https://b.example/x?y=1']),
  'display-name': (r) => `Name ${r.below(1e6)}`,
  username: (r) => `name-${r.below(1e6)}`,
  'tag-slug': (r) => r.pick(['support', 'c++', 'ümlaut', '日本', 'a b']),
  password: (r) => `a-password-${r.below(9)}`,
}

/** By the name of a field that has no format. */
const PLAIN: Record<string, (r: Choices, known: Known) => string> = {
  name: (r, { tag }) => r.pick(tag),
  query: (r, { username }) => r.pick(username),
  q: (r) => r.pick(WORDS),
}
const INTEGERS: Record<string, (r: Choices) => number> = {
  page: (r) => (r.chance(0.85) ? 1 : r.between(1, 600)),
  role_id: (r) => r.between(1, 4),
}

const text = (r: Choices, min: number, max: number) => {
  const length = r.chance(0.02) ? r.pick([min, max]) : Math.min(max, r.between(min, Math.max(min, 60)))
  let made = ''
  while (made.length < length) made += `${r.pick(WORDS)}${r.chance(0.7) ? ' ' : ''}`
  return made.slice(0, length).toWellFormed()
}

const integer = ({ minimum = -5, maximum = minimum + 1000 }: Schema, r: Choices) =>
  r.chance(0.1) ? r.pick([minimum, maximum]) : r.between(minimum, Math.min(maximum, minimum + 10))

const list = ({ items, minItems = 0, maxItems = 3 }: Schema, name: string, r: Choices, known: Known) =>
  Array.from({ length: r.between(minItems, Math.min(maxItems, minItems + 2)) }, () =>
    rightValue(items!, name.replace(/s$/, ''), r, known),
  )

const record = ({ properties = {}, required = [], patternProperties }: Schema, r: Choices, known: Known) => {
  if (patternProperties) return { default: rightValue(Object.values(patternProperties)[0]!, 'default', r, known) }
  const fields = Object.entries(properties).filter(([field]) => required.includes(field) || r.chance(0.4))
  return Object.fromEntries(fields.map(([field, inner]) => [field, rightValue(inner, field, r, known)]))
}

/** A value that the schema takes, as far as it can say; `name` is the field's. */
export const rightValue = (schema: Schema, name: string, r: Choices, known: Known): unknown => {
  if (schema.enum) return r.pick(schema.enum)
  if (schema.anyOf) return rightValue(r.pick(schema.anyOf), name, r, known)
  if (schema.type === 'boolean') return r.chance(0.5)
  if (schema.type === 'integer') return INTEGERS[name]?.(r) ?? integer(schema, r)
  if (schema.type === 'array') return list(schema, name, r, known)
  if (schema.type === 'object') return record(schema, r, known)
  if (schema.type !== 'string') return null
  const { minLength = 0, maxLength = 200, format } = schema
  return (
    DIRECT[name]?.(r, known) ??
    (format ? FORMATS[format]?.(r) : undefined) ??
    PLAIN[name]?.(r, known) ??
    text(r, minLength, maxLength)
  )
}
