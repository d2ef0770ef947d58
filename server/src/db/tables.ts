import type { Queue } from '@askwell/contract/reviews.ts'
import type { Generated } from 'kysely'

/** 0 or 1: both engines keep it alike. */
export type Flag = 0 | 1

/** Every table. Times are epoch seconds; 0 means never. */
export interface DB {
  users: {
    id: Generated<number>
    username: string
    display_name: string
    e_mail: string | null
    password_hash: string | null
    avatar_type: 'default' | 'gravatar' | 'custom'
    avatar_custom: string
    bio: string
    bio_html: string
    website: string
    location: string
    language: string
    color_scheme: string
    role_id: number
    status: number
    mail_status: number
    notice_status: number
    rank: number
    question_count: number
    answer_count: number
    follow_count: number
    created_at: number
    last_login_at: number
    suspended_at: number
    suspended_until: number
    suspension_note: Generated<string>
    deleted_at: number
  }
  /** A changed name leads on to its member. */
  former_usernames: { username: string; user_id: number; created_at: number }
  /** `browser`, `system` and `network` are as they were at the login. */
  sessions: {
    id: Generated<number>
    token_hash: string
    user_id: number
    browser: string
    system: string
    network: string
    created_at: number
    used_at: number
    expires_at: number
  }
  /** One-time passwords: in force once `confirmed_at` is set; `last_step` is the last half minute whose code was used. */
  one_time_secrets: { user_id: number; secret: string; created_at: number; confirmed_at: number; last_step: number }
  recovery_codes: { user_id: number; code_hash: string; used_at: number }
  passkeys: {
    id: Generated<number>
    user_id: number
    credential_id: string
    public_key: string
    transports: string
    name: string
    counter: number
    created_at: number
    used_at: number
  }
  /** Challenges of logins and new passkeys; each for one answer, or a few tries. `user_id` 0: it isn't known yet who it is. */
  challenges: { id_hash: string; purpose: string; secret: string; user_id: number; tries: number; expires_at: number }
  /** Accounts elsewhere that members log in with: one for each service, and each belongs to one member. `known_as`: the member's name there. */
  external_logins: {
    id: Generated<number>
    user_id: number
    connector: string
    external_id: string
    known_as: string
    created_at: number
    used_at: number
  }
  /** Sign-ins elsewhere that are under way. `user_id`: who wants to connect an account; 0 for a login. */
  sign_ins: {
    state_hash: string
    connector: string
    browser_hash: string
    nonce: string
    code_verifier: string
    back: string
    user_id: number
    expires_at: number
  }
  /** People who came from a service elsewhere and have to prove an address; the code that was e-mailed to `code_e_mail` allows a few tries. */
  external_profiles: {
    key_hash: string
    connector: string
    /** What people call it. */
    service: string
    external_id: string
    username: string
    display_name: string
    known_as: string
    e_mail: string
    browser_hash: string
    code_hash: string
    code_e_mail: string
    code_expires_at: number
    emails: number
    tries: number
    expires_at: number
  }
  /** A member's own settings of a plugin, as JSON; secrets are stored separately, so that they are still known as secrets when the plugin is gone. */
  member_settings: { user_id: number; plugin: string; value: string; secrets: string; updated_at: number }
  /** For programs that act for a member; `scopes` are separated by spaces, `expires_at` 0 is never. */
  api_tokens: {
    id: Generated<number>
    user_id: number
    token_hash: string
    name: string
    scopes: string
    created_at: number
    used_at: number
    expires_at: number
  }
  /** Pictures that wait to be solved; `asker` is a member's id, or a network. */
  captchas: { id_hash: string; action: string; asker: string; secret: string; expires_at: number }
  codes: {
    id: Generated<number>
    code_hash: string
    purpose: string
    user_id: number
    e_mail: string
    created_at: number
    expires_at: number
    used_at: number | null
  }

  /** Questions and answers; `question_id` is a question's own id, or the answer's question. docs/decisions/0003 */
  posts: {
    id: Generated<number>
    kind: 'question' | 'answer'
    question_id: number
    user_id: number
    title: string
    url_title: string
    original_text: string
    parsed_text: string
    description: string
    status: number
    show: number
    pin: number
    score: number
    carried_score: number
    view_count: number
    unique_view_count: number
    answer_count: number
    comment_count: number
    collection_count: number
    follow_count: number
    linked_count: number
    accepted_answer_id: number
    last_answer_id: number
    hot_score: number
    created_at: number
    updated_at: number
    edited_at: number
    active_at: number
    operator_id: number
    operation_type: string
    last_editor_id: number
    revision_id: number
    deleted_at: number
    deleted_by: number
    /** A deleted post's former state, and whether it was the accepted answer: for undeleting it. */
    former_status: number
    was_accepted: Flag
  }
  /** Why a question is closed; deleted when the question is reopened, kept while that is deleted. `close_type` 0: no reason was given. */
  closings: {
    question_id: number
    close_type: number
    close_msg: string
    duplicate_of_id: number
    user_id: number
    created_at: number
  }
  /** How many different people have read a question, in base64 (lib/reader-sketch.ts). */
  reader_sketches: { question_id: number; sketch: string }
  /** Questions named in the text of a post, found at each write. */
  question_links: { from_post_id: number; from_question_id: number; to_question_id: number; created_at: number }
  revisions: {
    id: Generated<number>
    object_type: 'question' | 'answer' | 'tag'
    object_id: number
    user_id: number
    title: string
    original_text: string
    parsed_text: string
    /** Questions: slugs of the tags, a JSON list. Tags: the slug itself, a list of one. */
    slugs: string
    log: string
    status: number
    created_at: number
    /** Its position among the texts that its object has had, from 1; 0 for one that never was shown like this. */
    number: Generated<number>
    /** Of a suggestion: what its author began from. */
    base_revision_id: Generated<number>
    /** For a restored text: the revision it is from. */
    restored_revision_id: Generated<number>
    /** The excerpt for lists; null for texts older than this column. */
    description: Generated<string | null>
    /** For a suggestion: who decided on it, and why it was rejected. */
    decided_by: Generated<number>
    decided_at: Generated<number>
    decision_reason: Generated<string>
    /** For a suggestion: new tags it names, as a JSON list; they are made when it is approved. */
    new_tags: Generated<string>
    /** For a suggestion: why a reviewer holds it, so that only staff decide on it; empty if none does. */
    held_reason: Generated<string>
  }
  tags: {
    id: Generated<number>
    slug_name: string
    display_name: string
    original_text: string
    parsed_text: string
    description: string
    main_tag_id: number
    question_count: number
    follow_count: number
    recommend: Flag
    reserved: Flag
    status: number
    user_id: number
    revision_id: number
    created_at: number
    updated_at: number
  }
  question_tags: { question_id: number; tag_id: number; position: number }
  comments: {
    id: Generated<number>
    post_id: number
    question_id: number
    user_id: number
    reply_comment_id: number
    reply_user_id: number
    original_text: string
    parsed_text: string
    score: number
    carried_score: number
    status: number
    created_at: number
    updated_at: number
  }
  votes: { id: Generated<number>; post_id: number; user_id: number; direction: 'up' | 'down'; created_at: number }
  comment_votes: { comment_id: number; user_id: number; created_at: number }
  /** Members who follow a question, a tag or another member. */
  follows: { user_id: number; object_type: 'question' | 'tag' | 'user'; object_id: number; created_at: number }
  /** Bookmarks. */
  collections: { user_id: number; question_id: number; created_at: number }
  reactions: { post_id: number; emoji: string; user_id: number; created_at: number }
  /** Who was invited to answer a question, and by whom; withdrawn ones stay, so that nobody is e-mailed twice. */
  invitations: { question_id: number; user_id: number; inviter_id: number; created_at: number; withdrawn_at: number }
  /** The ledger is the truth; users.rank is its sum. */
  reputation_entries: {
    id: Generated<number>
    user_id: number
    points: number
    /** An activity key such as `answer.voted_up`, or `opening` for an imported total. */
    reason: string
    /** The cause, such as `vote:12`: taking it back reverses exactly these points. */
    cause: string
    /** 1 where the daily limit counts it. */
    capped: Flag
    post_id: number
    trigger_user_id: number
    created_at: number
    taken_back_at: number
  }
  /** Flags: who reported what and why, and what became of it; `decision` is what was done. */
  reports: {
    id: Generated<number>
    object_type: 'question' | 'answer' | 'comment'
    object_id: number
    /** Itself, or the one that the comment is on. */
    post_id: number
    question_id: number
    author_id: number
    user_id: number
    reason_type: number
    content: string
    status: number
    decision: string
    decided_by: number
    decided_at: number
    created_at: number
  }
  /** New posts and comments that a reviewer held back: why, and who decided. */
  reviews: {
    id: Generated<number>
    post_id: number
    /** 0: the post itself; else a comment on it. */
    comment_id: Generated<number>
    question_id: number
    user_id: number
    reviewer: string
    reason: string
    status: number
    decided_by: number
    decided_at: number
    created_at: number
  }
  /** Decided, but can be undone until `held_until`; the item is out of its queue. `decision` is JSON. */
  review_decisions: { queue: Queue; item_id: number; user_id: number; decision: string; held_until: number }
  /** What a member wants to be e-mailed about, if it differs from the default. */
  mail_choices: { user_id: number; inbox: Flag; all_new_question: Flag; all_new_question_for_following_tags: Flag }
  /** Who was e-mailed about which new question, and by which choice of theirs: once, and not too many a week. */
  question_emails: { user_id: number; question_id: number; source: 'all' | 'tags'; created_at: number }
  notifications: {
    id: Generated<number>
    user_id: number
    type: number
    action: string
    actor_id: number
    object_type: string
    object_id: number
    question_id: number
    answer_id: number
    comment_id: number
    rank: number
    is_read: Flag
    created_at: number
    updated_at: number
  }
  /** What happened, never changed; ids only. The timeline is a query over it. */
  events: {
    id: Generated<number>
    type: string
    actor_id: number
    object_type: string
    object_id: number
    question_id: number
    payload: string
    created_at: number
  }
  jobs: {
    id: Generated<number>
    effect: string
    event_id: number
    payload: string
    run_at: number
    attempts: number
    locked_until: number
    last_error: string | null
  }
  /** The first reply to the same call with the same body stands for five minutes. */
  idempotency_keys: { call_hash: string; result: string; created_at: number }
  /** Totals that would need a scan: changed in the transaction that changes them, rebuilt by `askwell doctor --fix`. */
  counters: { name: string; value: number }
  settings: { name: string; value: string; updated_at: number }
  files: {
    id: Generated<number>
    path: string
    user_id: number
    source: string
    mime: string
    bytes: number
    width: number
    height: number
    created_at: number
    deleted_at: number
  }
  /** In which posts, and comments on them (0: the post itself), a file stands or has stood, and who put it there first. */
  file_uses: { file_id: number; post_id: number; comment_id: number; user_id: number; created_at: number }
  /** The suggested edits that a file is named in; for a tag's, `post_id` is 0. */
  suggested_files: { file_id: number; revision_id: number; post_id: number; user_id: number; created_at: number }
  /** Where an imported thing came from: importing again finds it, and old addresses redirect. */
  import_mappings: { site: string; kind: 'user' | 'post' | 'comment' | 'tag'; key: string; object_id: number }
  /** The terms of each visible post, for text search (docs/decisions/0005). `plain_text`: the words of the post as they are quoted, null where it was indexed before they were kept. */
  search_state: { post_id: number; indexed_at: number; plain_text: Generated<string | null> }
}

/** The one feature that may write each table; tools/check.ts checks it. */
export const OWNER: Record<keyof DB, string> = {
  users: 'users/users',
  former_usernames: 'users/users',
  sessions: 'users/sessions',
  codes: 'users/accounts',
  captchas: 'operations/captcha',
  one_time_secrets: 'users/second-factors',
  recovery_codes: 'users/second-factors',
  passkeys: 'users/second-factors',
  challenges: 'users/second-factors',
  api_tokens: 'users/api-tokens',
  external_logins: 'users/connectors',
  sign_ins: 'users/connectors',
  external_profiles: 'users/connectors',
  member_settings: 'operations/plugins',
  posts: 'content/posts',
  closings: 'content/posts',
  reader_sketches: 'content/posts',
  question_links: 'content/posts',
  revisions: 'content/revisions',
  tags: 'content/tags',
  question_tags: 'content/tags',
  comments: 'content/comments',
  votes: 'engagement/votes',
  comment_votes: 'engagement/votes',
  follows: 'engagement/follows',
  collections: 'engagement/bookmarks',
  reactions: 'engagement/reactions',
  invitations: 'engagement/invitations',
  reputation_entries: 'engagement/reputation',
  reports: 'content/flags',
  reviews: 'content/review-queue',
  review_decisions: 'content/reviews',
  notifications: 'outbound/notifications',
  mail_choices: 'outbound/email',
  question_emails: 'outbound/email',
  events: 'events',
  jobs: 'events',
  idempotency_keys: 'events',
  counters: 'operations/settings',
  settings: 'operations/settings',
  files: 'operations/files',
  file_uses: 'operations/files',
  suggested_files: 'operations/files',
  import_mappings: 'operations/imports',
  search_state: 'content/search',
}
