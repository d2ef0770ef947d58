import type { NewsEmail } from '@askwell/contract/emails.ts'
import type { ObjectType } from '@askwell/contract/ids.ts'
import type { Reviewer } from '@askwell/contract/reviewers.ts'
import type { FlagDecision } from '@askwell/contract/reviews.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/dialect.ts'
import type { Scanners } from '../lib/file-scanners.ts'
import type { Channels } from '../lib/notification-channels.ts'
import type { PluginPorts } from '../lib/plugin-ports/running.ts'
import type { Clock } from '../lib/clock.ts'
import type { OutboundHttp } from '../lib/outbound-http.ts'

/** Who did it and to what. Facts hold ids, not text: an effect that needs the text loads it again. */
export interface Fact {
  /** 0 where the site itself acted. */
  actor_id: number
  object_type: ObjectType
  object_id: number
  /** The question it belongs to, or 0. */
  question_id: number
}

type PostFact = Fact & { kind: 'question' | 'answer' }
/** A post has changed its state: its author, and for a question its tags and whether lists showed it before and show it now. */
type StateFact = PostFact & {
  author_id: number
  tag_ids: number[]
  was_listed: boolean
  is_listed: boolean
  reviewed?: boolean
}
/** `cast_at`: of a vote that is put back, when it was cast. */
type VoteFact = PostFact & { vote_id: number; direction: 'up' | 'down'; author_id: number; cast_at?: number }
type AcceptFact = Fact & { answer_id: number; answer_author_id: number; question_author_id: number }

/** On an edit that somebody had suggested. */
type DecisionFact = Fact & { suggestion_id: number; editor_id: number }

/** What e-mails are about: posts, and changes of the account that its owner should know of. */
export type EmailKind = NewsEmail

/** Everything that can happen. `effects.ts` says what follows from each. */
export interface Events {
  'user.registered': Fact
  'user.activated': Fact
  /** The profile, the role, the status: anything that is shown beside a post. */
  'user.changed': Fact
  /** Somebody became a moderator or an admin, or is one no more. */
  'user.role_changed': Fact & { before: number; after: number }
  /** The person who deleted the account asked for its posts to be deleted too. */
  'user.status_changed': Fact & { before: number; after: number; remove_all_content?: boolean }
  /** They want their picture from Gravatar. */
  'user.gravatar_chosen': Fact
  /** A picture for a text; `path` is where it lies among the uploads. */
  'picture.uploaded': Fact & { path: string }
  /** An admin set another password or another address for them. */
  'user.login_changed': Fact
  /** From now on a password alone isn't enough to log in. */
  'second_factor.first_added': Fact
  /** Only the id of a deleted account is left. */
  'user.erased': Fact
  'question.asked': PostFact & { tag_ids: number[] }
  'question.edited': PostFact & { tag_ids: number[]; former_tag_ids: number[]; revision_id: number }
  'question.closed': StateFact & { close_type: number; duplicate_of_id: number }
  'question.reopened': StateFact
  'question.pinned': StateFact
  'question.unpinned': StateFact
  'question.listed': StateFact
  'question.unlisted': StateFact
  /** `reviewed`: a review led to it; the code that reviews says so. */
  'question.deleted': StateFact
  /** `status` is the restored one: pending, if its author undoes the deletion of a post that waits for review. */
  'question.undeleted': StateFact & { status: number }
  'question.approved': StateFact
  'answer.given': PostFact
  'answer.edited': PostFact & { revision_id: number }
  'answer.deleted': StateFact
  'answer.undeleted': StateFact & { status: number }
  'answer.approved': StateFact
  /** Erased, a question with its answers: everything that belongs to these posts is erased with them. */
  'post.erased': PostFact & { author_id: number; post_ids: number[] }
  /** A new post that isn't shown: a reviewer made it wait, or deleted it. `failed`: a reviewer gave no verdict. */
  'post.held': PostFact & { verdict: 'waiting' | 'deleted'; failed: boolean }
  'report.made': Fact
  /** A flag was decided: what was done, to what, who had flagged it and whose it is. */
  'report.decided': Fact & {
    post_id: number
    flagged_type: 'question' | 'answer' | 'comment'
    flagged_id: number
    author_id: number
    reporter_id: number
    decision: FlagDecision
  }
  /** An edit that waits for review. */
  'revision.suggested': Fact & { revision_id: number; failed: boolean }
  /** `revision_id` is the text to be shown: the suggestion itself, or its merge with a later text. */
  'revision.approved': DecisionFact & { revision_id: number }
  'revision.rejected': DecisionFact
  /** By its author, before anybody has decided. */
  'revision.withdrawn': Fact
  /** An earlier text was restored, as a new revision. */
  'revision.restored': Fact & { revision_id: number; editor_id: number }
  /** Somebody else is the author from now on. */
  'post.author_changed': PostFact & { author_id: number; former_author_id: number }
  'answer.accepted': AcceptFact
  'answer.unaccepted': AcceptFact
  'comment.added': Fact & { post_id: number; reply_comment_id: number; mentioned_ids: number[] }
  /** It isn't shown, or no longer: a reviewer made it wait. Who is named beside a new one is told when it is let through. */
  'comment.held': Fact & { post_id: number; failed: boolean; mentioned_ids: number[] }
  'comment.approved': Fact & { post_id: number }
  'comment.edited': Fact & { post_id: number }
  'comment.deleted': Fact & { post_id: number }
  'comment.undeleted': Fact & { post_id: number; status: number }
  'vote.cast': VoteFact
  'vote.withdrawn': VoteFact
  'comment.voted': Fact & { author_id: number }
  'comment.vote_withdrawn': Fact & { author_id: number }
  /** A question, a tag or a member. */
  'thing.followed': Fact
  'thing.unfollowed': Fact
  'question.collected': Fact
  'question.uncollected': Fact
  'post.reacted': PostFact & { emoji: string }
  'post.reaction_withdrawn': PostFact & { emoji: string }
  /** Members were invited to answer; only new ones. */
  'question.invited': Fact & { invited_ids: number[] }
  /** `earned_at`: when the entry was made that came or went. */
  'reputation.changed': Fact & { points: number; reason: string; post_id: number; earned_at: number }
  'tag.created': Fact
  'tag.edited': Fact & { revision_id: number }
  'tag.deleted': Fact
  'tag.undeleted': Fact
  /** The tag became a synonym of `main_tag_id`, which took over its questions and followers; or it is a tag of its own again. */
  'tag.merged': Fact & { main_tag_id: number }
  'tag.parted': Fact & { main_tag_id: number }
  /** The same as `tag.merged`, for the tag that got a synonym. */
  'tag.widened': Fact & { source_tag_id: number }
  /** Somebody needs a mailed code; it is made only when the mail is, so that none lies about in plain. `from`: the page that the mailed link leads back to. */
  'code.requested': Fact & {
    purpose: 'activation' | 'reset' | 'change'
    e_mail: string
    language: string
    from?: string
  }
  /** Somebody is to be invited to the site by e-mail; the code in it is made only when it is sent. */
  'site_invitation.email_requested': Fact & { invitation_id: number }
  /** A person from a service elsewhere gets a code, at the address they have named; `object_id` is the member who has that address already, or 0. */
  'binding.requested': Fact & { purpose: 'binding'; key_hash: string; language: string }
  /** A member gets an e-mail; its text is loaded when it is sent. `e_mail` if it goes to another address than their present one. */
  'email.requested': Fact & {
    kind: EmailKind
    post_id: number
    comment_id: number
    e_mail?: string
    /** What it tells of, or since when. */
    notification_id?: number
    since?: number
  }
  /** A user wants this one pushed to their devices. */
  'notification.push_due': Fact & { notification_id: number }
  /** The same, by a way that the plugin of this name brings. */
  'notification.channel_due': Fact & { notification_id: number; channel: string }
  /** A plugin wants to hear of this event of long before: `event_id`. */
  'plugin.event_due': Fact & { plugin: string; event: string; event_id: number; at: number }
  /** The plugin that searches has to know of these posts as they are now. */
  'search.plugin_due': Fact & { plugin: string; post_ids: number[] }
  /** A badge was awarded, by a rule or by hand; `past`: for what was long ago. */
  'badge.awarded': Fact & { award_id: number; badge_id: number; past: boolean }
  'badge.taken_back': Fact & { award_id: number; badge_id: number }
  /** What a badge is, or whether it is awarded. */
  'badge.changed': Fact
  /** So many have seen a question that the first two digits of the number are new ones. */
  'question.viewed': Fact
  /** Long work was begun, stopped or continued. */
  'task.changed': Fact
  /** The notifications of these users are other ones than before. Not recorded: only caches and open pages need to know. */
  'notifications.changed': Fact & { user_ids: number[] }
  /** Each process forgets what it has counted of this user's calls. */
  'user.limits_lifted': Fact
  /** The same for what has come from a network. */
  'network.limits_lifted': Fact & { network: string }
  'settings.changed': Fact & { name: string }
  /** A whole community was imported: all caches of lists and pages are out of date. */
  /** `counted`: all figures are right already; after an upgrade they are not. */
  'site.imported': Fact & { counted: boolean }
  /** Stored HTML was made again from the same texts. */
  'texts.rendered': Fact
}

export type EventName = keyof Events

/** Inside a transaction: its database, and a way to say what happened. */
export interface Tx {
  db: Db
  /** `due`: what follows later waits until then. */
  emit<N extends EventName>(name: N, fact: Events[N], due?: number): Promise<void>
  now(): number
}

export interface App {
  config: Config
  clock: Clock
  /** Access to other hosts, for addresses that somebody other than the admin names. */
  outbound: OutboundHttp
  /** They look at each new post before it is shown; plugins add theirs. */
  reviewers: Reviewer[]
  /** Ways to be told that plugins bring. */
  channels: Channels
  /** They look at each upload before it is kept; plugins bring them. */
  scanners: Scanners
  /** What plugins in processes of their own do. */
  plugins: PluginPorts
  /** Whether members log in with accounts of this site, with passwords and passkeys; false if a user center does that. */
  ownAccounts(): boolean
  /** For reading. Inside a transaction it throws: use `tx.db`. */
  db: Db
  engine: 'sqlite' | 'postgres'
  /** Of the program. */
  version: string
  /** The address of its database, password included: never leaves the server. */
  databaseUrl: string
  /** This site's secret for signing; made at installation. */
  secret: string
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** As `transaction`, but the same call with the same body within five minutes gets the first result again. */
  idempotent<T>(call: { actor_id: number; what: string; body: unknown }, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Called with what happened, after commit. For caches of this process; other processes are told by pub/sub. */
  onCommit(listener: (happened: EmittedEvent[]) => void): void
  /** Later effects and long tasks. */
  jobs: { nudge(): void; settle(): Promise<void>; stop(): Promise<void>; start(): void }
  /** Transactions that wait for their turn. */
  waiting(): number
  close(): Promise<void>
}

export interface EmittedEvent {
  name: EventName
  /** Other processes are told no more of it than this. */
  fact: Fact & { user_ids?: number[]; network?: string }
}

/** In the transaction: bounded work in our own tables. If it throws, the whole act is undone. */
export type Effect<N extends EventName> = (tx: Tx, fact: Events[N]) => Promise<unknown>
/** After commit, at least once: it must be safe to run twice. */
export type LaterEffect<N extends EventName> = (app: App, fact: Events[N]) => Promise<unknown>
/** What follows later goes by the names that the jobs table has. */
export type EffectsTable<Job extends string = string> = {
  [N in EventName]: { now: Effect<N>[]; later: Partial<Record<Job, LaterEffect<N>>> }
}

/** Timed work: every `every` seconds, by one process at a time; sooner where `next` knows that something is due. */
export type TimedTable<Job extends string = string> = Record<
  Job,
  { every: number; run: (app: App) => Promise<unknown>; next?: (db: Db) => Promise<number | null> }
>
