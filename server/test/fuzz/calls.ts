import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { saveMaintenance } from '@askwell/contract/notices.ts'
import type { Choices } from './random.ts'
import { type Known, rightValue, type Schema } from './right-values.ts'
import { brokenJson, oddValue, spoiled } from './wrong-values.ts'

/** Forms carry bytes: theirs is a text of one character a byte. */
export interface Fuzzed {
  endpoint: Endpoint
  method: Endpoint['method']
  url: string
  type: string | undefined
  payload: string | undefined
}

/** Passwords are hashed slowly on purpose, pictures are drawn: such calls are made less often, so that there is time for the others. */
const SLOW = new Set([
  '/user/register/email',
  '/user/login/email',
  '/user/password/replacement',
  '/user',
  '/users',
  '/file',
])
const isSlow = ({ path, method }: Endpoint) => method === 'POST' && SLOW.has(path)
/** They only say that there is a site already. */
const isOver = ({ prefix }: Endpoint) => prefix === 'root'
const quick = endpoints.filter((endpoint) => !isSlow(endpoint) && !isOver(endpoint))
const seldom = endpoints.filter((endpoint) => isSlow(endpoint) || isOver(endpoint))

/** Whose ids a call asks for by `id`, as far as its address says. */
const subjectOf = ({ path }: Endpoint, { question, answer, comment }: Omit<Known, 'subject'>) =>
  path.includes('answer') ? answer : path.includes('comment') ? comment : question

const filled = (schema: unknown, r: Choices, known: Known) =>
  rightValue(schema as Schema, '', r, known) as Record<string, unknown>

const TAILS = [
  'page=1&page=2',
  'page[]=1',
  'page[a]=1',
  '%ff=%ff',
  'id=%ED%A0%80',
  'id=%00',
  '=',
  '&&&',
  'page=%31',
  '__proto__[a]=1',
  'order=hot&order=newest',
  `q=${'x'.repeat(3000)}`,
]

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const asQuery = (query: Record<string, unknown>, r: Choices) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value.slice(0, 5) : [value])
      search.append(name, asText(one).slice(0, 4000))
  return [search.toString(), ...(r.chance(0.03) ? [r.pick(TAILS)] : [])].filter(Boolean).join('&')
}

const BOUNDARY = 'edge'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1')
const asForm = (body: Record<string, unknown>, r: Choices) => {
  const fields = Object.entries(body).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${encodeURIComponent(name)}"\r\n\r\n${asText(value).slice(0, 2000)}\r\n`,
  )
  const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${r.pick(['a.png', 'a.svg', '../a.png', 'a', ''])}"\r\n\r\n${r.pick([PIXEL, PIXEL, '\u0089PNG\r\n', '<svg/>', 'GIF89a', '', 'x'.repeat(5000)])}\r\n`
  return [...fields, ...(r.chance(0.9) ? [file] : []), r.chance(0.9) ? `--${BOUNDARY}--\r\n` : ''].join('')
}

/** Nothing here speaks to mail servers or picture services, takes their role from the staff who make the calls, or closes the site. */
const keptHome = ({ path }: Endpoint, body: Record<string, unknown>) => ({
  ...body,
  ...(path === saveMaintenance.path && { on: false }),
  ...('staff_second_factor' in body && { staff_second_factor: false }),
  ...(typeof body.smtp_host === 'string' && { smtp_host: '' }),
  ...(body.default_avatar === 'gravatar' && { default_avatar: 'system' }),
})

/** One call: three in five as the contract wants it, as far as a schema can say. */
export const fuzzedCall = (r: Choices, all: Omit<Known, 'subject'>): Fuzzed => {
  const endpoint = r.pick(r.chance(0.02) ? seldom : quick)
  const { method } = endpoint
  const known = { ...all, subject: subjectOf(endpoint, all) }
  let [query, body] = [filled(endpoint.query, r, known), filled(endpoint.body, r, known)]
  const params = filled(endpoint.params, r, known) as Record<string, string>
  const isWrong = r.chance(0.4)
  if (isWrong && (method === 'GET' || r.chance(0.2))) query = spoiled(query, r)
  if (isWrong && method !== 'GET') body = spoiled(body, r)
  body = keptHome(endpoint, body)
  if (isWrong)
    for (const name of Object.keys(params))
      if (r.chance(0.1)) params[name] = asText(oddValue(r)).slice(0, 100).toWellFormed() || 'x'
  const search = asQuery(query, r)
  const url = pathOf(endpoint, params) + (search ? `?${search}` : '')
  if (method === 'GET') return { endpoint, method, url, type: undefined, payload: undefined }
  if (endpoint.multipart)
    return { endpoint, method, url, type: `multipart/form-data; boundary=${BOUNDARY}`, payload: asForm(body, r) }
  const whole = JSON.stringify(body)
  const isBroken = isWrong && r.chance(0.1)
  return {
    endpoint,
    method,
    url,
    type:
      isBroken && r.chance(0.3)
        ? r.pick([
            'text/plain',
            'application/x-www-form-urlencoded',
            'application/json; charset=utf-16',
            `multipart/form-data; boundary=${BOUNDARY}`,
            '',
          ])
        : 'application/json',
    payload: isBroken ? brokenJson(whole, r) : whole,
  }
}
