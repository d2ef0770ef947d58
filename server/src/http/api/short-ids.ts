import { parseObjectId, shortId } from '@askwell/contract/ids.ts'
import { ID_FORM_HEADER, isShort } from '@askwell/contract/permalink.ts'
import type { FastifyRequest } from 'fastify'
import type { Runtime } from '../../runtime.ts'

const NAMES_AN_ID = /(^|_)id$/

const shortened = (id: string) => {
  const found = parseObjectId(id)
  return found?.type === 'question' || found?.type === 'answer' ? shortId(found.type, found.number) : id
}

/** The same reply with the ids of questions and answers in their short form; other things keep the one they have. */
export const withShortIds = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return NAMES_AN_ID.test(name) ? shortened(value) : value
  if (Array.isArray(value)) return value.map((one) => withShortIds(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withShortIds(inner, key)]))
}

/** Whether ids in the reply have the form of the site's links: clients build links from them. Our own pages ask for one form, whatever the links are like. */
export const wantsShortIds = async (runtime: Runtime, request: FastifyRequest) =>
  runtime.app !== undefined &&
  request.headers[ID_FORM_HEADER] !== 'long' &&
  isShort((await runtime.settings()).seo.permalink)
