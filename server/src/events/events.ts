import type { ObjectType } from '@askwell/contract/ids.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/dialect.ts'
import type { Clock } from '../lib/clock.ts'
import type { Outside } from '../lib/outside.ts'

/** Who did it and to what. Facts hold ids, not text: whoever needs the text loads it afresh. */
export interface Fact {
  /** 0 where the site itself acted. */
  actor_id: number
  object_type: ObjectType
  object_id: number
  /** The question it belongs to, or 0. */
  question_id: number
}

type PostFact = Fact & { kind: 'question' | 'answer' }
type VoteFact = PostFact & { vote_id: number; direction: 'up' | 'down'; author_id: number }
type AcceptFact = Fact & { answer_id: number; answer_author_id: number; question_author_id: number }

/** Everything that can happen. `effects.ts` says what follows from each. */
export interface Events {
  'user.registered': Fact
  'user.activated': Fact
  /** The profile, the role, the status … whatever shows beside a post. */
  'user.changed': Fact
  /** With the wish of whoever deleted an account that its posts go too. */
  'user.status_changed': Fact & { before: number; after: number; remove_all_content?: boolean }
  'question.asked': PostFact & { tag_ids: number[] }
  'question.edited': PostFact & { tag_ids: number[]; former_tag_ids: number[]; revision_id: number }
  /** `was_listed`: whether lists showed it, and counts counted it. */
  'question.deleted': PostFact & { tag_ids: number[]; author_id: number; was_listed: boolean }
  'answer.given': PostFact
  'answer.edited': PostFact & { revision_id: number }
  'answer.deleted': PostFact & { author_id: number }
  'answer.accepted': AcceptFact
  'answer.unaccepted': AcceptFact
  'comment.added': Fact & { post_id: number; reply_comment_id: number; mentioned_ids: number[] }
  'comment.edited': Fact & { post_id: number }
  'comment.deleted': Fact & { post_id: number }
  'vote.cast': VoteFact
  'vote.withdrawn': VoteFact
  'comment.voted': Fact & { author_id: number }
  'comment.vote_withdrawn': Fact & { author_id: number }
  'reputation.changed': Fact & { points: number; reason: string; post_id: number }
  'tag.created': Fact
  /** Somebody needs a mailed code; it is made only when the mail is, so that none lies about in plain. */
  'code.wanted': Fact & { purpose: 'activation' | 'reset' | 'change'; e_mail: string; language: string }
  'settings.changed': Fact & { name: string }
  /** A whole community came in: nothing that any process keeps of lists and pages is true any more. */
  'site.imported': Fact
}

export type EventName = keyof Events

/** What a transaction gives: the database as it is inside, and a way to say what happened. */
export interface Tx {
  db: Db
  emit<N extends EventName>(name: N, fact: Events[N]): Promise<void>
  now(): number
}

export interface App {
  config: Config
  clock: Clock
  /** The world beyond this site, as far as somebody other than the admin names it. */
  outside: Outside
  /** For reading. Inside a transaction it throws: use `tx.db`. */
  db: Db
  engine: 'sqlite' | 'postgres'
  /** Secret of this site, for signing; made at install. */
  secret: string
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** As `transaction`, but the same call with the same body within five minutes gets the first result again (rulings 5). */
  once<T>(call: { actor_id: number; what: string; body: unknown }, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Called with what happened, once it is durable. For caches of this process; several processes tell each other. */
  onCommit(listener: (happened: Happened[]) => void): void
  jobs: { nudge(): void; settle(): Promise<void>; stop(): Promise<void>; start(): void }
  /** Transactions that wait for their turn. */
  waiting(): number
  close(): Promise<void>
}

export interface Happened { name: EventName; fact: Fact }

/** In the transaction: bounded work in our own tables. If it throws, the whole act is undone. */
export type Effect<N extends EventName> = (tx: Tx, fact: Events[N]) => Promise<unknown>
/** After commit, at least once: it must be safe to run twice. */
export type LaterEffect<N extends EventName> = (app: App, fact: Events[N]) => Promise<unknown>
export type EffectsTable = { [N in EventName]: { now: Effect<N>[]; later: LaterEffect<N>[] } }

/** Work that time brings: every so many seconds, by one process at a time. */
export type TimedTable = Record<string, { every: number; run: (app: App) => Promise<unknown> }>
