import { numberOf } from '@askwell/contract/ids.ts'
import { livePath } from '@askwell/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import type { EventName } from '../../events/events.ts'
import { findVisiblePost } from '../../features/content/posts/queries.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { createStreams, listenerOf } from './streams.ts'

/** What a reader of a thread may notice. Nothing is told of held posts and of what only staff see. */
const NOTICED = new Set<EventName>([
  'answer.given',
  'answer.approved',
  'answer.undeleted',
  'answer.deleted',
  'answer.accepted',
  'answer.unaccepted',
  'comment.added',
  'comment.deleted',
  'comment.undeleted',
  'vote.cast',
  'vote.withdrawn',
])
/** After these perhaps nobody may hear of the thread any more. */
const ENDING = new Set<EventName>(['question.deleted', 'post.erased', 'settings.changed', 'site.imported'])

const MOST = 2000

/** Tells the browsers that show a question that something has changed, never what: they ask the API for that. */
export const serveLiveQuestions = (fastify: FastifyInstance, runtime: Runtime) => {
  const streams = createStreams(fastify, runtime, MOST)
  runtime.onLive((app) =>
    app.onCommit((happened) => {
      for (const { name, fact } of happened) {
        if (ENDING.has(name)) {
          if (fact.question_id) streams.end(fact.question_id)
          else streams.endAll()
        } else if (NOTICED.has(name)) streams.stir(fact.question_id)
      }
    }),
  )
  fastify.get<{ Params: { id: string } }>(livePath(':id'), { exposeHeadRoute: false }, async (request, reply) => {
    const { app, actor, holder } = await listenerOf(runtime, request, 'read')
    const question = await findVisiblePost(app.db, numberOf('question', request.params.id), actor, 'question')
    if (!question) throw new NotFound('error.question.not_found')
    streams.open(reply, question.id, holder)
  })
}
