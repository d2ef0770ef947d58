import {
  acceptAnswer,
  answerInfo,
  answerPage,
  deleteAnswer,
  editAnswer,
  writeAnswer,
} from '@askwell/contract/answers.ts'
import {
  comment,
  commentPage,
  deleteComment,
  editComment,
  firstComments,
  writeComment,
} from '@askwell/contract/comments.ts'
import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { objectId } from '@askwell/contract/ids.ts'
import {
  deleteQuestion,
  editQuestion,
  linkedQuestions,
  questionInfo,
  questionPage,
  relatedQuestions,
} from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import { tag } from '@askwell/contract/tags.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { permission } from '@askwell/contract/users.ts'
import { vote } from '@askwell/contract/votes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flushViews } from '../../src/features/content/posts/view-counter.ts'
import { engines, type World, world } from '../world.ts'
import { flushVisits } from '../../src/features/engagement/badges/visits.ts'
import { recordStatements } from './statements.ts'
import { plantScene, type Scene, type Thing } from './scene.ts'
import type { Viewer } from './states.ts'

let never = 987_654_321
/** As an id or an address of its kind would be, had the thing ever been there; none twice, or a page would be ready for the second. */
const missing = (kind: Thing['kind']) => {
  const number = never++
  return kind === 'file'
    ? `/uploads/post_attachment/never-there-${number}.txt`
    : kind === 'tag'
      ? `no-such-tag-${number}`
      : objectId(kind as 'question', number)
}

interface Knock {
  method: Endpoint['method']
  url: string
  body?: unknown
  page?: true
}
const query = (endpoint: Endpoint, asked: Record<string, string>): Knock => ({
  method: endpoint.method,
  url: `${pathOf(endpoint)}?${new URLSearchParams(asked)}`,
})
const send = (endpoint: Endpoint, body: unknown, params?: Record<string, string>): Knock => ({
  method: endpoint.method,
  url: pathOf(endpoint, params),
  body,
})
const open = (url: string): Knock => ({ method: 'GET', url, page: true })

const TEXT = {
  title: 'A title that is long enough',
  content: 'A text that is long enough.',
  tags: [{ slug_name: 'support' }],
}

/** Every way to ask for a thing, or to do something to it, by its name. */
const KNOCKS: Partial<Record<Thing['kind'], (id: string, hub: string) => Knock[]>> = {
  question: (id) => [
    query(questionInfo, { id }),
    query(questionThread, { id }),
    query(relatedQuestions, { question_id: id }),
    query(linkedQuestions, { question_id: id }),
    query(answerPage, { question_id: id }),
    query(commentPage, { object_id: id }),
    query(firstComments, { object_ids: id }),
    query(questionPage, { older_than: id }),
    query(search, { q: `inquestion:${id}` }),
    query(permission, { action: 'answer.accept', object_id: id }),
    send(editQuestion, { id, ...TEXT }),
    send(deleteQuestion, { id }),
    send(writeAnswer, { question_id: id, content: TEXT.content }),
    send(acceptAnswer, { question_id: id, answer_id: '0' }),
    send(writeComment, { object_id: id, original_text: TEXT.content }),
    send(vote, { object_id: id, is_cancel: false }, { direction: 'up' }),
    open(`/questions/${id}`),
    open(`/questions/${id}.data`),
    open(`/questions/${id}/some-title`),
    open(`/questions/linked/${id}`),
    open(`/posts/${id}/edit`),
    open(`/posts/${id}/edit.data`),
  ],
  answer: (id, hub) => [
    query(answerInfo, { id }),
    query(questionThread, { id: hub, answer_id: id, page_size: '1' }),
    query(commentPage, { object_id: id }),
    query(firstComments, { object_ids: id }),
    query(permission, { action: 'answer.edit', object_id: id }),
    send(editAnswer, { id, content: TEXT.content }),
    send(deleteAnswer, { id }),
    send(acceptAnswer, { question_id: hub, answer_id: id }),
    send(writeComment, { object_id: id, original_text: TEXT.content }),
    send(vote, { object_id: id, is_cancel: false }, { direction: 'up' }),
    open(`/questions/${hub}/${id}`),
    open(`/posts/${hub}/${id}/edit`),
  ],
  comment: (id) => [
    query(comment, { id }),
    send(editComment, { comment_id: id, original_text: TEXT.content }),
    send(deleteComment, { comment_id: id }),
    send(vote, { object_id: id, is_cancel: false }, { direction: 'up' }),
  ],
  file: (id) => [{ method: 'GET', url: id, page: true }],
  tag: (id) => [
    query(tag, { name: id }),
    open(`/tags/${id}`),
    open(`/tags/${id}/info`),
    query(questionPage, { tag: id }),
  ],
}

/** The one thing that is told on purpose: to visitors, and so to search engines, the page of a question that all could read is gone. What never was public isn't. */
const saysGone = (viewer: Viewer, { kind, name }: Thing, { url, page }: Knock) =>
  viewer === 'nobody' &&
  kind === 'question' &&
  name.startsWith('a deleted question') &&
  page === true &&
  /^\/questions\/\d+(\/[a-z-]+)?(\.data)?$/.test(url) // scripts ask for the page with .data behind it

describe.each(engines)('what is hidden answers like what has never been there, on %s', (engine) => {
  let w: World
  let scene: Scene
  let statements: ReturnType<typeof recordStatements>
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    scene = await plantScene(w)
    await scene.hide()
    await w.settle()
    statements = recordStatements(w.app)
  }, 120_000)
  afterAll(async () => {
    statements.stop()
    await w.close()
  })

  /** What comes back, and what was done for it. Names of the thing, times and nonces are no difference. */
  const knock = async (viewer: Viewer, { method, url, body, page }: Knock, name: string) => {
    const token = scene.who[viewer]?.token
    await flushVisits(w.app) // of the knock before
    statements.clear()
    const response = await w.server.inject({
      method,
      url,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: {
        'accept-language': 'en_US',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && (page ? { cookie: `askwell_session=${token}` } : { authorization: token })),
      },
    })
    const nonce = /nonce="([^"]+)"/.exec(response.body)?.[1] ?? '\n'
    const plain = (text: string) =>
      text
        .replaceAll(name, 'it')
        .replaceAll(name.replaceAll('-', ' '), 'it') // a search for its words is offered
        .replaceAll(name.replaceAll('-', '+'), 'it')
        .replaceAll(name.replaceAll('-', '%20'), 'it')
        .replaceAll(nonce, 'nonce')
        .replace(/(form_token(?:\W|value)+)[\w-]{86}/g, '$1masked')
        .replace(/sha256-[^']+/g, 'hash')
    const { date: _date, ...headers } = response.headers
    return {
      status: response.statusCode,
      body: plain(response.body),
      headers: Object.entries(headers)
        .map(([key, value]) => `${key}: ${plain(String(value))}`)
        .filter((line) => !/^(content-length|etag|x-request-id)/.test(line))
        .sort(),
      work: statements.list(),
    }
  }

  test.each(['nobody', 'newcomer', 'member', 'answerer', 'commenter', 'asker'] as const)(
    'to %s: status, body, headers and queries are the same',
    { timeout: 120_000 },
    async (viewer) => {
      // That they have looked is counted once, and shown a while later.
      await knock(viewer, open(`/questions/${scene.hub}`), 'nothing')
      await flushViews(w.app)
      let compared = 0
      for (const thing of scene.things) {
        const knocks = KNOCKS[thing.kind]
        if (!knocks || thing.opens.includes(viewer) || thing.name.includes('another word')) continue
        const nothing = missing(thing.kind)
        const others = knocks(nothing, scene.hub)
        for (const [place, one] of knocks(thing.id, scene.hub).entries()) {
          const hidden = await knock(viewer, one, thing.id)
          const absent = await knock(viewer, others[place]!, nothing)
          const told = saysGone(viewer, thing, one)
            ? { status: 410, body: expect.stringContaining('This question was deleted.') as string }
            : {}
          expect({ of: thing.name, asked: one.url, ...hidden }).toEqual({
            of: thing.name,
            asked: one.url,
            ...absent,
            ...told,
          })
          compared++
        }
      }
      expect(compared).toBeGreaterThan(100)
    },
  )
})
