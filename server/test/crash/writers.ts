import { acceptAnswer, editAnswer, writeAnswer } from '@askwell/contract/answers.ts'
import { writeComment } from '@askwell/contract/comments.ts'
import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { vote } from '@askwell/contract/votes.ts'
import type { TestUser } from '../world.ts'

interface Post {
  id: string
  kind: 'question' | 'answer'
  number: number
  question: string
  user_id: number
  text: string
}

/** What the site has said yes to, and must never forget. */
export const createLedger = () => ({
  posts: [] as Post[],
  comments: new Map<number, { post: number; user_id: number }>(),
  /** `post voter` → direction */
  votes: new Map<string, 'up' | 'down'>(),
  /** question → answer */
  accepted: new Map<number, number>(),
  acknowledged: 0,
  refused: 0,
})
export type Ledger = ReturnType<typeof createLedger>

/** What of the replies counts here. */
interface Reply {
  id?: string
  info?: { id: string }
  comment_id?: string
}

/** One thing that a member does, and what is true once the site has said yes. */
interface Act {
  endpoint: Endpoint
  params?: Record<string, string>
  body: object
  done: (reply: Reply) => void
}

/** Numbers by chance, but the same ones for the same seed. */
export const createChance = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    below: (n: number) => Math.floor(next() * n),
    of: <T>(list: T[]) => list[Math.floor(next() * list.length)],
  }
}
export type Chance = ReturnType<typeof createChance>

let count = 0
const words = (what: string) => `${what} number ${++count} of the long night`

const nextAct = (person: TestUser, ledger: Ledger, chance: Chance): Act => {
  const ask: Act = {
    endpoint: askQuestion,
    body: { title: words('Question'), content: words('The question'), tags: [{ slug_name: 'support' }] },
    done: ({ id = '' }) =>
      ledger.posts.push({
        id,
        kind: 'question',
        number: numberOf('question', id),
        question: id,
        user_id: person.id,
        text: (ask.body as { content: string }).content,
      }),
  }
  const recent = ledger.posts.slice(-60)
  const post = chance.of(recent)
  if (!post) return ask
  const dice = chance.next()
  if (dice < 0.1) return ask
  if (dice < 0.3) {
    const content = words('The answer')
    return {
      endpoint: writeAnswer,
      body: { question_id: post.question, content },
      done: ({ info: { id } = { id: '' } }) =>
        ledger.posts.push({
          id,
          kind: 'answer',
          number: numberOf('answer', id),
          question: post.question,
          user_id: person.id,
          text: content,
        }),
    }
  }
  if (dice < 0.55)
    return {
      endpoint: writeComment,
      body: { object_id: post.id, original_text: words('The comment') },
      done: ({ comment_id = '' }) =>
        ledger.comments.set(numberOf('comment', comment_id), { post: post.number, user_id: person.id }),
    }
  const own = recent.filter(({ user_id }) => user_id === person.id)
  if (dice < 0.65) {
    const mine = chance.of(own.filter(({ kind }) => kind === 'answer'))
    const content = words('The better answer')
    if (mine)
      return {
        endpoint: editAnswer,
        body: { id: mine.id, content },
        done: () => {
          mine.text = content
        },
      }
  }
  if (dice < 0.75) {
    const asked = chance.of(own.filter(({ kind }) => kind === 'question'))
    const answer =
      asked && chance.of(ledger.posts.filter(({ kind, question }) => kind === 'answer' && question === asked.id))
    if (answer)
      return {
        endpoint: acceptAnswer,
        body: { question_id: asked.id, answer_id: answer.id },
        done: () => ledger.accepted.set(asked.number, answer.number),
      }
  }
  const other = chance.of(recent.filter(({ user_id }) => user_id !== person.id))
  if (!other) return ask
  const key = `${other.number} ${person.id}`
  const [direction, before] = [chance.next() < 0.75 ? ('up' as const) : ('down' as const), ledger.votes.get(key)]
  const is_cancel = before !== undefined && chance.next() < 0.4
  return {
    endpoint: vote,
    params: { direction: is_cancel ? before : direction },
    body: { object_id: other.id, is_cancel },
    done: () => (is_cancel ? ledger.votes.delete(key) : ledger.votes.set(key, direction)),
  }
}

/** A member who writes and writes. What was on its way when the site died is sent again, as anybody would. */
export const createWriter = (person: TestUser, ledger: Ledger, chance: Chance) => {
  let pending: Act | undefined
  const send = async (base: string, act: Act): Promise<void> => {
    const response = await fetch(base + pathOf(act.endpoint, act.params), {
      method: act.endpoint.method,
      headers: { authorization: person.token, 'content-type': 'application/json' },
      body: JSON.stringify(act.body),
    })
    const envelope = (await response.json()) as { reason: string; data: Reply }
    if (response.status === 503) {
      // too much at once: asked to come again, one does
      await new Promise((resume) => setTimeout(resume, 50))
      return send(base, act)
    }
    if (response.status >= 500)
      throw new Error(`${act.endpoint.method} ${act.endpoint.path} answered ${response.status} ${envelope.reason}`)
    if (response.status === 200) {
      act.done(envelope.data)
      ledger.acknowledged++
    } else ledger.refused++
  }
  return {
    /** Until the connection breaks. */
    async writeOn(base: string) {
      for (;;) {
        pending ??= nextAct(person, ledger, chance)
        await send(base, pending)
        pending = undefined
      }
    },
    async finish(base: string) {
      if (pending) await send(base, pending)
      pending = undefined
    },
  }
}
