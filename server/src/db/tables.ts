import type { Digest } from '@askwell/contract/channels.ts'
import type { LimitName } from '@askwell/contract/rate-limits.ts'
import type { Queue } from '@askwell/contract/reviews.ts'
import type { UploadStore } from '@askwell/contract/storage.ts'
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
    editor_face: Generated<string>
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
    /** What the service had the browser send back as a form, as pairs; empty otherwise. */
    posted: string
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
  /** Plugins that admins have uploaded: the archive in base64. */
  plugin_packages: { slug_name: string; digest: string; archive: string; uploaded_at: number }
  /** What plugins keep, as JSON; `user_id` of the member whom it is about, or 0. */
  plugin_storage: {
    plugin: string
    key: string
    user_id: number
    value: string
    bytes: number
    updated_at: number
  }
  /** What became of the events that plugins were told of, without what they said; `due_event_id` is that of `plugin.event_due`. */
  plugin_deliveries: {
    id: Generated<number>
    plugin: string
    job_id: number
    due_event_id: number
    event: string
    object_type: string
    object_id: number
    question_id: number
    status: 'delivered' | 'failed'
    attempts: number
    answer: string
    milliseconds: number
    created_at: number
    updated_at: number
  }
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
  captchas: {
    id_hash: string
    action: string
    asker: string
    secret: string
    expires_at: number
    /** The plugin that made it, if it runs in a process of its own. */
    made_by: string
  }
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
  /** Invitations to come to the site; `e_mail` is empty for a link. The code of an e-mail is made when that is sent. `batch`: those of one list. */
  site_invitations: {
    id: Generated<number>
    code_hash: string | null
    e_mail: string
    display_name: string
    role_id: number
    inviter_id: number
    batch: string
    max_uses: number
    used_count: number
    created_at: number
    sent_at: number
    send_error: string
    expires_at: number
    ended_at: number
  }
  site_invitation_uses: { user_id: number; invitation_id: number; created_at: number }

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
    /** The version of the renderer that made `parsed_text`; negative where it is to be made again soon. */
    renderer: Generated<number>
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
    /** Bookmarks that came with an imported question: how many, not whose. */
    carried_collection_count: number
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
    /** The licence that an imported post is under; empty for what was written here. */
    license: string
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
    renderer: Generated<number>
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
    /** What it is worth; `points` is less where the daily limit or the lowest reputation cut it. */
    due: number
    /** What staff said about a correction. */
    note: Generated<string>
    post_id: number
    trigger_user_id: number
    created_at: number
    taken_back_at: number
  }
  /**
   * What each user did here in a day, week, month, year and in all (`all`, from 0), as lists can show it: reputation gained, questions and answers,
   * comments, and edits of what others wrote.
   */
  contributions: {
    user_id: number
    period: 'day' | 'week' | 'month' | 'year' | 'all'
    starts_at: number
    reputation: number
    posts: number
    comments: number
    edits: number
    /** Posts, comments and edits together, for the order of the most active. */
    acts: number
  }
  /** What each user wrote under a tag, and the score of it, as lists can show it. */
  tag_contributions: {
    user_id: number
    tag_id: number
    answers: number
    answer_score: number
    questions: number
    question_score: number
  }
  /** Whose answers of the last days have the highest score under a tag; computed again every hour. */
  tag_leaders: { tag_id: number; place: number; user_id: number; answers: number; answer_score: number }
  /** The words of names, folded, for the search of users by the beginning of a word. */
  user_names: { word: string; user_id: number }
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
  /** By which ways a user hears of what; `site`, `mail` and `push` are lists of events. Who hasn't chosen has no row. */
  channel_choices: {
    user_id: number
    site: string
    mail: string
    push: string
    /** JSON: events by the plugin's name. */
    plugins: Generated<string>
    digest: Digest
    digest_at: number
    muted_until: number
    quiet_from: number
    quiet_to: number
    time_zone: string
  }
  muted_topics: { user_id: number; object_type: 'question' | 'tag'; object_id: number; created_at: number }
  push_subscriptions: {
    id: Generated<number>
    user_id: number
    endpoint: string
    p256dh: string
    auth: string
    created_at: number
  }
  /** Who was e-mailed about which new question, and by which choice of theirs: once, and not too many a week. */
  question_emails: { user_id: number; question_id: number; source: 'all' | 'tags'; created_at: number }
  /** `code`: a badge that the site began with, whose words are in locales/; else `words` has them, as JSON by language. `rule` is JSON (contract/src/badge-rules.ts). */
  badges: {
    id: Generated<number>
    code: string
    words: string
    icon: string
    level: 1 | 2 | 3
    group_id: number
    activity: string
    rule: string
    is_single: Flag
    status: number
    award_count: number
    created_at: number
    updated_at: number
  }
  /** Who has which badge, and for what. One that was taken back stays, so that no rule awards it again. */
  badge_awards: {
    id: Generated<number>
    user_id: number
    badge_id: number
    /** Empty for a badge that one gets once; else what it is for. */
    award_key: string
    object_type: '' | 'question' | 'answer' | 'comment'
    object_id: number
    question_id: number
    /** Who awarded it by hand, or 0. */
    awarded_by: number
    reason: string
    created_at: number
    taken_back_at: number
    taken_back_by: number
    taken_back_reason: string
  }
  /** About how many different people have opened an address that a user shared (lib/reader-sketch.ts). */
  post_shares: { user_id: number; post_id: number; visitors: number; sketch: string; created_at: number }
  /** The same for links in posts that lead elsewhere; the address itself isn't stored. */
  link_visits: {
    id: Generated<number>
    post_id: number
    link_hash: string
    visitors: number
    sketch: string
    created_at: number
  }
  /** On how many days in a row somebody has been here; days are counted from 1970. */
  user_visits: { user_id: number; last_day: number; days: number; most_days: number; guidelines_at: number }
  /** In questions with many answers: which of them somebody has had before them. */
  answers_read: { user_id: number; question_id: number; answer_id: number }
  /** What plugins tell members, in words of their own; their notifications name them. Once for each `key`. */
  plugin_notices: {
    id: Generated<number>
    user_id: number
    plugin: string
    key: string
    /** What the plugin was called. */
    sender: string
    text: string
    /** Where it leads, on this site; empty if nowhere. */
    path: string
    created_at: number
  }
  /**
   * `inbox_type`: 1 posts, 2 votes, 3 invites, 0 for achievements. New until `is_seen`, unread until `is_read`.
   * Those with the same `group_key` and `group_since` are one line of the page; `is_latest` is the newest of them.
   * `occasion` above 0: nobody is told twice of the same one.
   */
  notifications: {
    id: Generated<number>
    user_id: number
    type: number
    inbox_type: number
    action: string
    actor_id: number
    object_type: string
    object_id: number
    question_id: number
    answer_id: number
    comment_id: number
    rank: number
    is_read: Flag
    is_seen: Flag
    group_key: string
    group_since: number
    is_latest: Flag
    occasion: number
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
    /** Each has its own runner (events/lanes.ts). */
    lane: Generated<number>
  }
  /** What became of e-mails, without what they say; one row for each job that sends one. `answer` is the mail server's. */
  sent_emails: {
    id: Generated<number>
    job_id: number
    event_id: number
    user_id: number
    kind: string
    address: string
    status: 'sent' | 'failed'
    attempts: number
    answer: string
    created_at: number
    updated_at: number
  }
  /** Long work with progress; `state` is where it goes on, `attempts` tells whether somebody else has taken it over, `claims` how often it was taken up since it last came further. */
  tasks: {
    id: Generated<number>
    kind: string
    args: string
    state: string
    status: 'waiting' | 'running' | 'stopping' | 'stopped' | 'done' | 'failed'
    what: string
    done: number
    total: number
    result: string
    error: string
    user_id: number
    attempts: number
    claims: number
    locked_until: number
    created_at: number
    updated_at: number
    ended_at: number
  }
  /** What staff did to many things at once. `wish` and `options` are JSON, `upto` the newest thing there was; `task_id` is the run that does it, or undoes it. */
  bulk_acts: {
    id: Generated<number>
    kind: 'question' | 'answer' | 'comment' | 'user'
    act: string
    wish: string
    options: string
    upto: number
    user_id: number
    task_id: number
    is_undone: Flag
    created_at: number
  }
  /** What such an act did to each thing: `before` and `after` are JSON, as far as it changed; `refusal` says why nothing was done, `undo_refusal` why it was not undone. */
  bulk_changes: {
    id: Generated<number>
    bulk_act_id: number
    object_type: string
    object_id: number
    before: string
    after: string
    refusal: string
    undone_at: number
    undo_refusal: string
  }
  /** What staff note about a member, for staff. */
  /** What members are writing: `name` as in contract/src/drafts.ts, `fields` as JSON; `version`, `title` and `excerpt` are made of them. */
  drafts: {
    user_id: number
    name: string
    fields: string
    saved_at: number
    version: string
    title: string
    excerpt: string
  }
  /** `due_at`: when it is looked at next for posts after `seen_post_id`. */
  saved_searches: {
    id: Generated<number>
    user_id: number
    q: string
    created_at: number
    told_at: number
    due_at: number
    looked_at: number
    seen_post_id: number
  }
  user_notes: { id: Generated<number>; user_id: number; author_id: number; text: string; created_at: number }
  /** What was done by those who look after the site; rows are only added. `before` and `after` are JSON. */
  audit_entries: {
    id: Generated<number>
    actor_id: number
    session_id: number
    action: string
    /** The noun before the action's dot. */
    kind: Generated<string>
    via: Generated<'' | 'session' | 'token' | 'command' | 'site'>
    part: Generated<'' | 'moderation' | 'administration'>
    object_type: string
    object_id: number
    /** Of what has a name and no number: a section of the settings, a plugin, a command. */
    name: Generated<string>
    user_id: Generated<number>
    question_id: Generated<number>
    before: string
    after: string
    created_at: number
  }
  /** The first reply to the same call with the same body stands for five minutes. */
  idempotency_keys: { call_hash: string; result: string; created_at: number }
  /** How much of what happened on a day, counted from midnight UTC of 1970; docs/decisions/0067. */
  daily_figures: { day: number; name: string; value: number }
  /** Up to which row of a table its days are counted, and up to which one they will be next time. */
  daily_cursors: { source: string; done_id: number; seen_id: number }
  /** Who did something on a day; deleted after some weeks. */
  active_days: { day: number; user_id: number }
  /** Totals that would need a scan: changed in the transaction that changes them, rebuilt by `askwell doctor --fix`. */
  counters: { name: string; value: number }
  /** Whom a limit turned away on a day: a member, a network (cut to /24 or /48), or both where an account was tried. */
  rate_refusals: {
    day: number
    name: LimitName
    user_id: number
    network: string
    count: number
    first_at: number
    last_at: number
  }
  /** Statements without their values; `sources`: the calls and jobs they came from, one a line. */
  slow_queries: {
    hash: string
    statement: string
    sources: string
    count: number
    total_ms: number
    max_ms: number
    first_at: number
    last_at: number
  }
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
    /** Where it lies, with its smaller copies. */
    storage: Generated<UploadStore>
  }
  /** In which posts, and comments on them (0: the post itself), a file stands or has stood, and who put it there first. */
  file_uses: { file_id: number; post_id: number; comment_id: number; user_id: number; created_at: number }
  /** The suggested edits that a file is named in; for a tag's, `post_id` is 0. */
  suggested_files: { file_id: number; revision_id: number; post_id: number; user_id: number; created_at: number }
  /** Where an imported thing came from: importing again finds it, and old addresses redirect. `tag_text`: a post that became (a part of) the text of a tag; `badge`: an award, of this badge; `file`: an upload; `setting`: that they were taken over. */
  import_mappings: {
    site: string
    kind: 'user' | 'post' | 'comment' | 'tag' | 'tag_text' | 'badge' | 'file' | 'setting'
    key: string
    object_id: number
    /** A member who had an account here already. */
    was_here: Generated<Flag>
  }
  /** What was done to a post before it came here, for its timeline. `key`: what the old site knew it by. `payload` is JSON (imports/acts.ts). */
  imported_acts: {
    id: Generated<number>
    post_id: number
    key: string
    type: string
    user_id: number
    payload: string
    created_at: number
  }
  /** Addresses of an old site that follow no pattern of ours, each with what it leads to. */
  imported_addresses: { path: string; kind: 'post' | 'user' | 'tag'; object_id: number }
  /** What the old site knew of an imported user, and nothing here counts on. */
  imported_profiles: {
    user_id: number
    avatar_url: string
    view_count: number
    up_vote_count: number
    down_vote_count: number
  }
  /** The terms of each visible post, for text search (docs/decisions/0005). `plain_text`: the words of the post as they are quoted, null where it was indexed before they were kept. `generation`: that of its vector (docs/decisions/0112), 0 without one. */
  search_state: {
    post_id: number
    indexed_at: number
    plain_text: Generated<string | null>
    generation: Generated<number>
  }
  /** What vectors were made by, the present ones last: those of different models can't be compared. Without a model they are to be deleted. `problem`: why none could be made the last time, JSON or empty. */
  search_generations: { generation: number; url: string; model: string; dimensions: number; problem: string }
  /** What posts mean, where that is switched on. Each database keeps the vector itself in its own way. `digest`: of the text that it was made of. */
  search_vectors: { post_id: number; generation: number; digest: string }
  /** The words that have been in the search index, each once, also turned around: what a word with a wrong letter may have meant. */
  search_vocabulary: { length: number; term: string; reversed: string }
}

/** The one feature that may write each table; tools/check.ts checks it. */
export const OWNER: Record<keyof DB, string> = {
  users: 'users/users',
  former_usernames: 'users/users',
  sessions: 'users/sessions',
  codes: 'users/accounts',
  site_invitations: 'users/site-invitations',
  site_invitation_uses: 'users/site-invitations',
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
  plugin_packages: 'operations/plugins',
  plugin_storage: 'operations/plugins',
  plugin_deliveries: 'operations/plugins',
  posts: 'content/posts',
  closings: 'content/posts',
  reader_sketches: 'content/posts',
  question_links: 'content/posts',
  revisions: 'content/revisions',
  tags: 'content/tags',
  question_tags: 'content/tags',
  comments: 'content/comments',
  drafts: 'content/drafts',
  votes: 'engagement/votes',
  comment_votes: 'engagement/votes',
  follows: 'engagement/follows',
  collections: 'engagement/bookmarks',
  reactions: 'engagement/reactions',
  invitations: 'engagement/invitations',
  reputation_entries: 'engagement/reputation',
  contributions: 'engagement/contributions',
  tag_contributions: 'engagement/contributions',
  tag_leaders: 'engagement/contributions',
  user_names: 'users/users',
  reports: 'content/flags',
  reviews: 'content/review-queue',
  review_decisions: 'content/reviews',
  badges: 'engagement/badges',
  badge_awards: 'engagement/badges',
  post_shares: 'engagement/badges',
  link_visits: 'engagement/badges',
  user_visits: 'engagement/badges',
  answers_read: 'engagement/badges',
  notifications: 'outbound/notifications',
  plugin_notices: 'outbound/notifications',
  mail_choices: 'outbound/email',
  channel_choices: 'outbound/channels',
  muted_topics: 'outbound/channels',
  push_subscriptions: 'outbound/push',
  saved_searches: 'outbound/saved-searches',
  question_emails: 'outbound/email',
  sent_emails: 'outbound/email',
  events: 'events',
  jobs: 'events',
  idempotency_keys: 'events',
  daily_figures: 'operations/statistics',
  daily_cursors: 'operations/statistics',
  active_days: 'operations/statistics',
  tasks: 'events',
  audit_entries: 'operations/audit',
  bulk_acts: 'operations/bulk',
  bulk_changes: 'operations/bulk',
  rate_refusals: 'operations/rate-limits',
  slow_queries: 'operations/slow-queries',
  user_notes: 'users/notes',
  counters: 'operations/settings',
  settings: 'operations/settings',
  files: 'operations/files',
  file_uses: 'operations/files',
  suggested_files: 'operations/files',
  import_mappings: 'operations/imports',
  imported_acts: 'operations/imports',
  imported_profiles: 'operations/imports',
  imported_addresses: 'operations/imports',
  search_state: 'content/search',
  search_generations: 'content/search',
  search_vectors: 'content/search',
  search_vocabulary: 'content/search',
}
