import * as accounts from '@askwell/contract/accounts.ts'
import * as administration from '@askwell/contract/administration.ts'
import * as audit from '@askwell/contract/audit.ts'
import * as configuration from '@askwell/contract/configuration.ts'
import { answerInfo, answerPage } from '@askwell/contract/answers.ts'
import * as bulk from '@askwell/contract/bulk.ts'
import * as badges from '@askwell/contract/badges.ts'
import { ownCollection } from '@askwell/contract/collections.ts'
import { apiTokens } from '@askwell/contract/api-tokens.ts'
import { comment, commentPage, firstComments } from '@askwell/contract/comments.ts'
import * as contentAdministration from '@askwell/contract/content-administration.ts'
import { dashboard } from '@askwell/contract/dashboard.ts'
import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { objectId, parseObjectId, shortId } from '@askwell/contract/ids.ts'
import { invited } from '@askwell/contract/invitations.ts'
import * as installation from '@askwell/contract/installation.ts'
import * as channels from '@askwell/contract/channels.ts'
import * as drafts from '@askwell/contract/drafts.ts'
import * as savedSearches from '@askwell/contract/saved-searches.ts'
import * as mails from '@askwell/contract/emails.ts'
import * as notifications from '@askwell/contract/notifications.ts'
import { connectors, ownLogins, pendingLogin } from '@askwell/contract/connectors.ts'
import {
  deliveries,
  userPluginConfig,
  userPlugins,
  pluginConfig,
  pluginLog,
  plugins,
} from '@askwell/contract/plugins.ts'
import { pluginEditors, pluginPage, pluginWidgets } from '@askwell/contract/plugin-pages.ts'
import { questionPulse } from '@askwell/contract/live.ts'
import * as directory from '@askwell/contract/directory.ts'
import * as ledger from '@askwell/contract/ledger.ts'
import { rolePowers } from '@askwell/contract/powers.ts'
import * as profiles from '@askwell/contract/profiles.ts'
import * as questions from '@askwell/contract/questions.ts'
import { postReactions, reactions } from '@askwell/contract/reactions.ts'
import * as reviews from '@askwell/contract/reviews.ts'
import * as revisions from '@askwell/contract/revisions.ts'
import { secondFactors } from '@askwell/contract/second-factors.ts'
import { sessions } from '@askwell/contract/sessions.ts'
import { search, searchEngine } from '@askwell/contract/search.ts'
import * as site from '@askwell/contract/site.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import * as userCenter from '@askwell/contract/user-center.ts'
import * as settings from '@askwell/contract/site-settings.ts'
import * as tags from '@askwell/contract/tags.ts'
import { invitationToSite, siteInvitations } from '@askwell/contract/site-invitations.ts'
import { announcement, maintenance } from '@askwell/contract/notices.ts'
import { rateLimits } from '@askwell/contract/rate-limits.ts'
import { slowQueries } from '@askwell/contract/slow-queries.ts'
import { staffLogins } from '@askwell/contract/staff-logins.ts'
import { meaningSettings } from '@askwell/contract/meaning.ts'
import { backupContents, backups } from '@askwell/contract/backups.ts'
import { exports } from '@askwell/contract/exports.ts'
import { importSources } from '@askwell/contract/imports.ts'
import { largestUploads, storage, uploadStorage } from '@askwell/contract/storage.ts'
import { jobs } from '@askwell/contract/jobs.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import * as userAdministration from '@askwell/contract/user-administration.ts'
import * as users from '@askwell/contract/users.ts'
import { type Scene, SHARED, type Thing } from './scene.ts'

/** One address to read. `about` is a thread, a tag …: what belongs there is judged by `opens`, all else by `listed`. */
export interface Address {
  url: string
  about?: string
}

export interface Surface {
  /** As the contract, `routes.ts` or the server name it. */
  name: string
  /** Reads by token, as a client, or by cookie, as a browser. */
  kind: 'call' | 'page' | 'file'
  addresses: (scene: Scene) => Address[]
}

type Query = Record<string, string | number | undefined>
const addressOf = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))}`

export const nameOfEndpoint = (endpoint: Endpoint) =>
  `${endpoint.method} ${pathOf({ ...endpoint, path: endpoint.path })}`

interface SurfaceQuery {
  query?: Query
  about?: string
}

/** A call of the contract, with every query it is read by. */
const call = (endpoint: Endpoint, asked: (scene: Scene) => SurfaceQuery[] = () => [{}]): Surface => ({
  name: nameOfEndpoint(endpoint),
  kind: 'call',
  addresses: (scene) =>
    asked(scene).map(({ query = {}, about }) => ({ url: addressOf(pathOf(endpoint), query), about })),
})

const short = (id: string) => {
  const { type, number } = parseObjectId(id)!
  return shortId(type, number)
}
const ofEach =
  (kind: Thing['kind'], query: (thing: Thing) => Query, ...more: ((thing: Thing) => Query)[]) =>
  (scene: Scene) =>
    scene.of(kind).flatMap((thing) => [query, ...more].map((one) => ({ query: one(thing), about: thing.home })))
const listsOf = (endpoint: Endpoint, ...extras: Query[]) =>
  call(endpoint, ({ who, gone }) =>
    [...Object.values(who).flatMap((person) => person?.username ?? []), `user${gone.id}`].flatMap((username) =>
      (extras.length > 0 ? extras : [{}]).map((extra) => ({ query: { username, page_size: 100, ...extra } })),
    ),
  )
const postsIn = ({ questions: asked, answers }: Scene) => [...asked, ...answers]
const MANY = 100
/** The first badge has the number 6, and there are 49. */
const BADGES = Array.from({ length: 49 }, (_, place) => objectId('badge', 6 + place))

/** Every GET of the contract. A new one without its row fails the test. */
export const CALLS: Surface[] = [
  // a question, its answers and its comments
  call(
    questions.questionInfo,
    ofEach(
      'question',
      ({ id }) => ({ id }),
      ({ id }) => ({ id: short(id) }),
    ),
  ),
  call(questionThread, (scene) =>
    scene.things
      .filter(({ kind }) => kind === 'question' || kind === 'answer')
      .flatMap(({ kind, id, home }) =>
        kind === 'question'
          ? [{ query: { id }, about: home }]
          : [{ query: { id: home, answer_id: id, page_size: 1 }, about: home }],
      ),
  ),
  call(
    answerInfo,
    ofEach(
      'answer',
      ({ id }) => ({ id }),
      ({ id }) => ({ id: short(id) }),
    ),
  ),
  call(
    answerPage,
    ofEach(
      'question',
      ({ id }) => ({ question_id: id }),
      ({ id }) => ({ question_id: id, order: 'updated', page_size: 1, page: 2 }),
    ),
  ),
  call(
    comment,
    ofEach('comment', ({ id }) => ({ id })),
  ),
  call(commentPage, (scene) =>
    scene.things
      .filter(({ kind }) => kind === 'question' || kind === 'answer')
      .map(({ id, home }) => ({ query: { object_id: id }, about: home })),
  ),
  call(firstComments, (scene) =>
    scene.questions.map((id) => ({
      query: {
        object_ids: [
          id,
          ...scene.things.filter((thing) => thing.kind === 'answer' && thing.home === id).map((thing) => thing.id),
        ].join(),
      },
      about: id,
    })),
  ),

  // lists of questions
  call(questions.questionPage, (scene) => [
    ...questions.QUESTION_ORDERS.flatMap((order) => [
      { query: { order, page_size: MANY } },
      { query: { order, in_days: 7, page_size: MANY } },
      { query: { order, tag: 'support', page_size: MANY } },
    ]),
    ...Object.values(scene.who).flatMap((person) =>
      person ? [{ query: { username: person.username, page_size: MANY } }] : [],
    ),
    ...scene.of('question').map(({ id }) => ({ query: { older_than: id } })),
    ...scene.of('tag').map(({ id }) => ({ query: { tag: id } })),
  ]),
  call(questions.recommendedQuestions, () => [
    { query: { page_size: MANY } },
    { query: { tag: 'support', page_size: MANY } },
  ]),
  call(questions.similarQuestions, (scene) => [
    { query: { title: `the ${SHARED}` } },
    ...scene.of('question').map(({ words }) => ({ query: { title: words.key } })),
  ]),
  call(questions.completeQuestions, (scene) => [
    { query: { words: `the ${SHARED}` } },
    ...scene.of('question').map(({ words }) => ({ query: { words: words.key } })),
    ...scene.questions.flatMap((id) => [{ query: { words: id } }, { query: { words: String(Number(id.slice(-13))) } }]),
  ]),
  call(questionPulse, (scene) => scene.questions.map((id) => ({ query: { id }, about: id }))),
  call(questions.relatedQuestions, (scene) => scene.questions.map((id) => ({ query: { question_id: id } }))),
  call(questions.linkedQuestions, (scene) =>
    scene.questions.map((id) => ({ query: { question_id: id, page_size: MANY } })),
  ),
  call(search, (scene) => [
    ...['relevance', 'newest', 'active', 'score'].map((order) => ({ query: { q: SHARED, order, size: 50 } })),
    ...[
      'is:question',
      'is:answer',
      '[support]',
      'user:asker',
      'user:answerer',
      'user:me',
      'score:0',
      `user${scene.gone.id}`,
    ].map((q) => ({ query: { q, size: 50 } })),
    ...scene.things.filter(({ kind }) => kind !== 'file').map(({ words }) => ({ query: { q: words.key } })),
    ...scene.of('tag').map(({ id }) => ({ query: { q: `[${id}]`.slice(0, 60) } })),
    ...scene.questions.map((id) => ({ query: { q: `inquestion:${id}` } })),
  ]),

  // tags
  call(tags.tagsPage, (scene) => [
    ...tags.TAG_ORDERS.map((order) => ({ query: { query_cond: order, page_size: MANY } })),
    ...scene.of('tag').map(({ words }) => ({ query: { slug_name: words.key } })),
    ...scene.of('tag').map(({ id, words }) => ({ query: { status: 'deleted', slug_name: words.key }, about: id })),
  ]),
  call(
    tags.tag,
    ofEach('tag', ({ id }) => ({ name: id })),
  ),
  call(tags.tagSynonyms, ({ aboutTags }) => aboutTags.map(({ id, home }) => ({ query: { tag_id: id }, about: home }))),
  call(tags.followedTags), // `member` follows them all
  call(tags.tagsBySlug, (scene) => [
    {
      query: {
        tags: scene
          .of('tag')
          .map(({ id }) => id)
          .join(),
      },
    },
  ]),
  call(tags.questionTags, (scene) => [
    {},
    { query: { tag: 's' } },
    ...scene.of('tag').map(({ words }) => ({ query: { tag: words.key } })),
  ]),

  // members
  ...[
    profiles.profile,
    profiles.topPosts,
    profiles.profileComments,
    ledger.standing,
    directory.profileOverview,
    userCenter.personalBranding,
  ].map((endpoint) => listsOf(endpoint)),
  ...[profiles.profileQuestions, profiles.profileAnswers].map((endpoint) => listsOf(endpoint, { order: 'score' })),
  listsOf(profiles.profileReputation, {}, { kind: 'votes', sign: 'gains' }),
  call(profiles.ownVotes, () => [{ query: { page_size: MANY } }]),
  call(users.ranking),
  call(directory.userDirectory, () => [
    {},
    ...directory.USER_ORDERS.map((order) => ({ query: { order, page_size: MANY } })),
    { query: { name: 'a', order: 'active' as const, period: 'week' as const } },
  ]),
  call(directory.memberCards, (scene) => scene.of('member').map(({ words }) => ({ query: { usernames: words.key } }))),
  call(directory.tagLeaders, (scene) => [
    { query: { name: 'support' } },
    ...scene.of('tag').map(({ id, home }) => ({ query: { name: id }, about: home })),
  ]),
  call(users.searchUsers, (scene) =>
    ['', 'a', 'user', scene.of('member')[0]!.words.key].map((username) => ({ query: { username } })),
  ),
  call(users.staff, () => [{}, { query: { username: 'm' } }]),
  call(users.permission, (scene) =>
    postsIn(scene).map((id) => ({ query: { action: 'answer.accept,question.edit', object_id: id } })),
  ),

  // what connects people and posts: `member` has bookmarked and followed every question
  call(invited, (scene) => scene.questions.map((id) => ({ query: { id }, about: id }))),
  call(reactions, (scene) => postsIn(scene).map((object_id) => ({ query: { object_id } }))),
  call(postReactions, (scene) =>
    scene.questions.map((id) => ({ query: { object_ids: [id, ...scene.answers].slice(0, 50).join() } })),
  ),
  call(ownCollection, () => [{ query: { page_size: MANY } }]),

  // oneself and the site: nothing of anybody's is in there, and is read all the same
  call(sessions),
  call(secondFactors),
  call(apiTokens),
  call(accounts.currentUser),
  call(accounts.suspension, () => [{ query: { about: 'nobody' } }]),
  call(notifications.notifications, () => [
    ...notifications.INBOX_TYPES.map((inbox_type) => ({
      query: { type: 'inbox', inbox_type, page_size: MANY },
      about: 'inbox',
    })),
    { query: { type: 'achievement', page_size: MANY }, about: 'inbox' },
  ]),
  call(notifications.notificationGroups, () => [
    ...notifications.INBOX_TYPES.map((inbox_type) => ({
      query: { type: 'inbox', inbox_type, size: 50 },
      about: 'inbox',
    })),
    { query: { type: 'achievement', size: 50 }, about: 'inbox' },
  ]),
  call(notifications.notificationStatus),
  call(channels.channelChoices),
  call(drafts.drafts),
  call(drafts.draft, () => [{ query: { name: 'question' } }]),
  call(savedSearches.savedSearches),
  call(channels.mutedTopics, () => [{ about: 'inbox' }]),

  // badges: what each award is for
  call(badges.badges),
  ...[badges.badge, badges.adminBadge].map((endpoint) => call(endpoint, () => BADGES.map((id) => ({ query: { id } })))),
  call(badges.badgeAwards, () => BADGES.map((badge_id) => ({ query: { badge_id, page_size: MANY } }))),
  call(badges.adminAwards, () => BADGES.map((id) => ({ query: { id, page_size: MANY } }))),
  ...[badges.userBadges, badges.recentBadges].map((endpoint) => listsOf(endpoint)),
  call(badges.adminBadges, () => [{ query: { page_size: MANY } }]),
  call(tasks, () => [{ query: { kind: 'award_past_badges' } }]),
  call(audit.auditLog, () => [{ about: 'review' }]),
  call(audit.auditSettings),
  call(configuration.settingsHistory, () => [{ query: { sections: 'general,smtp' } }]),
  call(configuration.pluginHistory, () => [{ query: { plugin_slug_name: 'google' } }]),
  call(configuration.exportSettings),
  call(configuration.searchSettings, () => [{ query: { query: 'mail' } }]),
  call(mails.mailChoices),
  call(mails.unsentMails),
  call(mails.sentMails, () => [{ about: 'members' }]),
  call(jobs),
  call(rateLimits),
  call(slowQueries),
  call(staffLogins),
  call(announcement),
  call(maintenance),
  call(backups),
  call(exports),
  call(importSources),
  call(storage),
  call(uploadStorage),
  call(largestUploads, () => [{ about: 'everything' }]),
  call(backupContents, () => [{ query: { name: 'askwell-nothing.tar.gz' } }]),
  call(connectors),
  call(ownLogins),
  call(pendingLogin, () => []), // only the browser that a sign-in ended in may read it
  call(accounts.logOut, () => []), // reading it ends the session
  call(accounts.actionRecord, () => accounts.CAPTCHA_ACTIONS.map((action) => ({ query: { action } }))),
  call(site.siteInfo),
  call(site.languageWords),
  call(site.languageOptions),
  call(site.siteLanguageOptions),
  call(site.pluginStatus),
  call(plugins),
  call(pluginConfig, () =>
    ['picture_captcha', 'google', 'none'].map((plugin_slug_name) => ({ query: { plugin_slug_name } })),
  ),
  call(pluginLog, () => ['chess', 'echo'].map((plugin_slug_name) => ({ query: { plugin_slug_name } }))),
  call(deliveries, () => [{ query: { plugin_slug_name: 'webhooks' } }]),
  call(pluginWidgets, (scene) => [
    { query: { place: 'home' } },
    ...scene.questions.map((id) => ({ query: { place: 'question', object_ids: id }, about: id })),
    ...scene.aboutPosts.map(({ id, home }) => ({ query: { place: 'post', object_ids: id }, about: home })),
    { query: { place: 'dashboard' } },
  ]),
  call(pluginPage, () => ['echo', 'events', 'none'].map((slug_name) => ({ query: { slug_name, path: '/' } }))),
  call(pluginEditors),
  call(userPlugins),
  call(userPluginConfig, () => [{ query: { plugin_slug_name: 'none' } }]),
  call(site.embedConfig),
  call(site.renderConfig),
  call(userCenter.userCenterAgent),
  call(userCenter.userCenterSettings),
  call(userCenter.userCenterRights),
  call(site.legalText, () => [{ query: { info_type: 'tos' } }, { query: { info_type: 'privacy' } }]),
  call(site.reasons, () => [{ query: { object_type: 'question', action: 'close' } }]),
  call(site.staffReasons, () => [{ query: { object_type: 'question', action: 'close' } }]),
  call(searchEngine),
  call(installation.installLanguageOptions),
  call(installation.installLanguageWords),
  ...[
    settings.generalSettings,
    settings.interfaceSettings,
    settings.brandingSettings,
    settings.writeSettings,
    settings.legalSettings,
    settings.seoSettings,
    meaningSettings,
    settings.loginSettings,
    settings.customCssHtml,
    settings.customFindings,
    settings.themeSettings,
    settings.profileSettings,
    settings.notificationSettings,
    settings.updateSettings,
    settings.reviewSettings,
    administration.smtpSettings,
    administration.privilegeSettings,
    administration.themeOptions,
    administration.roles,
  ].map((endpoint) => call(endpoint)),

  // the review: the staff's, and about whatever they may see
  call(reviews.reviewTypes),
  call(reviews.queuedPosts, () => [{ query: { page_size: MANY }, about: 'review' }]),
  call(reviews.flaggedPosts, () => [{ query: { page_size: MANY }, about: 'review' }]),

  // earlier texts, suggested edits, what happened
  call(revisions.revisions, (scene) =>
    [...scene.aboutPosts, ...scene.aboutTags].map(({ id, home }) => ({ query: { object_id: id }, about: home })),
  ),
  call(revisions.checkEdit, (scene) => scene.aboutPosts.map(({ id }) => ({ query: { id } }))),
  call(revisions.suggestions, (scene) =>
    scene.aboutPosts.map(({ id, home }) => ({ query: { object_id: id }, about: home })),
  ),
  call(revisions.unreviewed, () => [{ query: { page_size: MANY } }]),
  call(revisions.timeline, (scene) => [
    ...[...scene.aboutPosts, ...scene.aboutTags].flatMap(({ id, home }) => [
      { query: { object_id: id }, about: home },
      { query: { object_id: id, show_vote: 'true', page_size: 3 }, about: home },
    ]),
    ...scene.of('tag').map(({ id, home }) => ({ query: { tag_slug_name: id }, about: home })),
  ]),
  call(revisions.timelineDetail, (scene) =>
    [...scene.texts].map(([id, home]) => ({ query: { new_revision_id: id, old_revision_id: '0' }, about: home })),
  ),

  // posts by their state, for the admin
  call(contentAdministration.questionsInState, (scene) =>
    ['', ...contentAdministration.QUESTION_FILTERS].flatMap((status) => [
      { query: { status, page_size: MANY }, about: 'review' },
      { query: { status, query: SHARED }, about: 'review' },
      { query: { status, query: scene.questions[1] }, about: 'review' },
    ]),
  ),
  call(contentAdministration.answersInState, (scene) =>
    ['', ...contentAdministration.ANSWER_FILTERS].flatMap((status) => [
      { query: { status, page_size: MANY }, about: 'review' },
      { query: { status, query: SHARED }, about: 'review' },
      { query: { status, question_id: scene.questions[1] }, about: 'review' },
    ]),
  ),

  // the administration: the one place where deleted members keep their names
  call(rolePowers),
  call(siteInvitations, () => [
    { query: { state: 'open' } },
    { query: { state: 'used' } },
    { query: { state: 'ended' } },
  ]),
  call(invitationToSite, () => [{ query: { code: 'none' } }]),
  call(userAdministration.usersPage, (scene) =>
    ['', 'deleted', 'suspended'].flatMap((status) => [
      { query: { status, page_size: MANY }, about: 'members' },
      { query: { status, query: scene.of('member')[0]!.words.secret.slice(0, 6) }, about: 'members' },
    ]),
  ),
  // everything in every state, acts on many, and what staff know of members
  call(bulk.contentPage, (scene) =>
    (['question', 'answer', 'comment'] as const).flatMap((kind) => [
      ...bulk.BULK_STATES[kind].map((state) => ({ query: { kind, state, page_size: MANY }, about: 'everything' })),
      { query: { kind, query: SHARED, page_size: MANY }, about: 'everything' },
      { query: { kind, query: scene.questions[1] }, about: 'everything' },
    ]),
  ),
  call(bulk.memberPage, () =>
    bulk.BULK_STATES.user.map((state) => ({ query: { state, page_size: MANY }, about: 'members' })),
  ),
  call(bulk.memberBelongings, ({ gone }) =>
    bulk.BELONGING.map((what) => ({
      query: { user_id: gone.id, what, page_size: MANY },
      about: 'everything',
    })),
  ),
  call(bulk.bulkPage),
  call(bulk.bulkInfo, () => [{ query: { id: '1' }, about: 'everything' }]),
  call(bulk.memberFile, ({ gone }) => [{ query: { user_id: gone.id }, about: 'members' }]),
  call(dashboard),
  call(userAdministration.activationLink, ({ gone }) => [{ query: { user_id: gone.id }, about: 'members' }]),
]

/** A page, and its data as the browser fetches it when one comes by a link. */
const page = (name: string, addresses: (scene: Scene) => (string | Address)[]): Surface => ({
  name,
  kind: 'page',
  addresses: (scene) =>
    addresses(scene)
      .map((one) => (typeof one === 'string' ? { url: one } : one))
      .flatMap(({ url, about }) => {
        const [path = '', query] = url.split('?')
        const data = `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}`
        return [
          { url, about },
          { url: data, about },
        ]
      }),
})
/** A page with nothing of anybody's on it. */
const plainPage = (name: string): Surface => ({ name, kind: 'page', addresses: () => [{ url: `/${name}` }] })
const eachQuestion = (address: (id: string) => string) => (scene: Scene) =>
  scene.questions.map((id) => ({ url: address(id), about: id }))
const eachAnswer = (address: (question: string, answer: string) => string) => (scene: Scene) =>
  scene.of('answer').map(({ home, id }) => ({ url: address(home, id), about: home }))
const TABS = ['', '/answers', '/questions', '/comments', '/reputation', '/votes', '/bookmarks', '/badges', '/drafts']

export const OLD_ADDRESSES = 'addresses of an imported site'
const OLD_FORMS = [
  'questions/KEY',
  'q/KEY',
  'a/KEY',
  'q/KEY/7',
  'posts/KEY/revisions',
  'questions/KEY/a-title',
  'questions/KEY/a-title/KEY',
  'feeds/question/KEY',
]

/** Every address of `routes.ts`. A new one without its row fails the test. */
export const PAGES: Surface[] = [
  page('/', () => ['/', '/?order=newest', '/?order=hot', '/?page=2', '/?order=frequent&in_days=30']),
  page('questions', () => ['/questions', '/questions?order=active', '/questions?order=unanswered']),
  page('questions/:questionId/:slug?/:answerId?', (scene) => [
    ...eachQuestion((id) => `/questions/${id}`)(scene),
    ...eachQuestion((id) => `/questions/${id}/another-title`)(scene),
    ...eachQuestion((id) => `/questions/${short(id)}/`)(scene),
    ...eachAnswer((question, answer) => `/questions/${question}/${answer}`)(scene),
  ]),
  page(
    'questions/linked/:questionId',
    eachQuestion((id) => `/questions/linked/${id}`),
  ),
  page('posts/:questionId/state/:act', (scene) =>
    ['close', 'delete', 'undelete'].flatMap((act) => eachQuestion((id) => `/posts/${id}/state/${act}`)(scene)),
  ),
  page('posts/:questionId/:answerId/state/:act', (scene) =>
    ['delete', 'undelete'].flatMap((act) =>
      eachAnswer((question, answer) => `/posts/${question}/${answer}/state/${act}`)(scene),
    ),
  ),
  page('review', () => [
    ...['queued_post', 'flagged_post'].flatMap((queue) =>
      ['', '&page=2', '&view=one'].map((more) => ({ url: `/review?queue=${queue}${more}`, about: 'review' })),
    ),
    '/review?queue=suggested_post_edit',
  ]),
  page('review/flags/:flagId/edit', (scene) =>
    scene.questions.map((_, place) => ({
      url: `/review/flags/${objectId('report', place + 1)}/edit`,
      about: 'review',
    })),
  ),
  page('report/:objectId', (scene) =>
    scene.things
      .filter(({ kind }) => kind === 'question' || kind === 'answer' || kind === 'comment')
      .map(({ id, home }) => ({ url: `/report/${id}`, about: home })),
  ),
  plainPage('admin/review'),
  page('admin/questions', () =>
    ['', '?filter=deleted', '?filter=pending', '?filter=closed'].map((query) => ({
      url: `/admin/questions${query}`,
      about: 'everything',
    })),
  ),
  ...['answers', 'comments'].map((place) =>
    page(`admin/${place}`, () =>
      ['', '?filter=deleted', '?filter=pending'].map((query) => ({
        url: `/admin/${place}${query}`,
        about: 'everything',
      })),
    ),
  ),
  plainPage('admin/bulk'),
  page('admin/bulk/new', () =>
    ['question', 'answer', 'comment'].map((kind) => ({
      url: `/admin/bulk/new?kind=${kind}&act=delete&all=on`,
      about: 'everything',
    })),
  ),
  page('admin/bulk/:bulkId', () => [{ url: '/admin/bulk/1', about: 'everything' }]),
  page(
    'posts/:questionId/edit',
    eachQuestion((id) => `/posts/${id}/edit`),
  ),
  page(
    'posts/:questionId/:answerId/edit',
    eachAnswer((question, answer) => `/posts/${question}/${answer}/edit`),
  ),
  page(
    'posts/:questionId/timeline',
    eachQuestion((id) => `/posts/${id}/timeline?votes=1`),
  ),
  page(
    'posts/:questionId/:answerId/timeline',
    eachAnswer((question, answer) => `/posts/${question}/${answer}/timeline`),
  ),
  page('tags/:tagId/timeline', (scene) =>
    scene.aboutTags.map(({ id, home }) => ({ url: `/tags/${id}/timeline`, about: home })),
  ),
  page(
    'posts/:questionId/revisions',
    eachQuestion((id) => `/posts/${id}/revisions`),
  ),
  page(
    'posts/:questionId/:answerId/revisions',
    eachAnswer((question, answer) => `/posts/${question}/${answer}/revisions`),
  ),
  page('tags/:tagId/revisions', (scene) =>
    scene.aboutTags.map(({ id, home }) => ({ url: `/tags/${id}/revisions`, about: home })),
  ),
  page('suggestions/:objectId', (scene) =>
    scene.aboutPosts.map(({ id, home }) => ({ url: `/suggestions/${id}`, about: home })),
  ),
  page('questions/ask', () => ['/questions/ask']),
  page('search', () => [
    '/search',
    `/search?q=${SHARED}`,
    `/search?q=${SHARED}&order=newest`,
    '/search?q=is:answer',
    '/search?q=user:asker',
  ]),
  page('tags', (scene) => [
    '/tags',
    '/tags?order=newest',
    ...scene.of('tag').map(({ id, words }) => ({ url: `/tags?status=deleted&filter=${words.key}`, about: id })),
  ]),
  page('tags/:tagName', (scene) => [
    '/tags/support',
    ...scene.of('tag').map(({ id }) => ({ url: `/tags/${id}`, about: id })),
  ]),
  page('tags/:tagName/info', (scene) =>
    scene
      .of('tag')
      .flatMap(({ id }) =>
        ['', '?act=merge', '?act=synonyms', '?act=delete'].map((act) => ({ url: `/tags/${id}/info${act}`, about: id })),
      ),
  ),
  page('tags/:tagId/edit', ({ aboutTags }) =>
    aboutTags.map(({ id, home }) => ({ url: `/tags/${id}/edit`, about: home })),
  ),
  page('users', () => ['/users']),
  page('users/:username/:tab?', ({ who, gone }) => [
    `/users/user${gone.id}`,
    ...[who.asker, who.answerer, who.commenter, who.member].flatMap(({ username }) =>
      TABS.map((tab) => `/users/${username}${tab}`),
    ),
  ]),
  page('users/settings/:tab?', () => [
    '/users/settings',
    '/users/settings/notify',
    '/users/settings/account',
    ...['app', 'remove-app', 'passkey', 'remove-passkey', 'codes', 'token'].map(
      (step) => `/users/settings/account?do=${step}`,
    ),
    '/users/settings/interface',
  ]),
  page('admin/users', () =>
    ['/admin/users', '/admin/users?filter=deleted', '/admin/users?filter=unseen'].map((url) => ({
      url,
      about: 'members',
    })),
  ),
  page('admin/users/:userId', ({ gone }) =>
    ['', '?open=restore', '?open=password'].map((open) => ({
      url: `/admin/users/${gone.id}${open}`,
      about: 'members',
    })),
  ),
  page('users/login', () => ['/users/login']),
  page('users/register', () => ['/users/register']),
  page('*', () => ['/there/is/no/such/page']),
  // Not in `routes.ts`: numbers of a site that was imported, which lead on to where the thing is now (pages/serve.ts).
  {
    name: OLD_ADDRESSES,
    kind: 'page',
    addresses: ({ origins, of }) => [
      ...[...origins].map(([key, home], place) => ({
        url: `/${OLD_FORMS[place % OLD_FORMS.length]!.replaceAll('KEY', key)}`,
        about: home,
      })),
      ...of('tag').flatMap(({ id }) =>
        ['questions/tagged', 'feeds/tag'].map((way) => ({ url: `/${way}/${id}`, about: id })),
      ),
      { url: '/feeds' },
      { url: '/feeds/tag?tagnames=nothing' },
    ],
  },
  ...[
    'install',
    'tags/create',
    'tos',
    'privacy',
    'users/account-suspended',
    'users/account-recovery',
    'users/password-reset',
    'users/account-activation',
    'users/account-activation/success',
    'users/account-activation/failed',
    'users/change-email',
    'users/confirm-new-email',
    'users/unsubscribe',
    'users/delete-account',
    'admin/general',
    'admin/interface',
    'admin/legal',
    'admin/seo',
    'admin/meaning',
    'admin/themes',
    'admin/customize',
    'admin/branding',
    'admin/smtp',
    'admin/write',
    'admin/login',
    'admin/privileges',
    'admin/users/settings',
    'admin/invitations',
    'admin/invitations/list',
    'admin/roles',
    'admin/installed-plugins',
    'preferences',
    'maintenance',
    '403',
    '50x',
  ].map(plainPage),
  page('users/logout', () => []), // reading it ends the session

  page('users/notifications/:type?/:subType?', () =>
    ['inbox', 'inbox/posts', 'inbox/votes', 'inbox/invites', 'achievement'].map((part) => ({
      url: `/users/notifications/${part}`,
      about: 'inbox',
    })),
  ),
  page('badges', () => ['/badges']),
  page('badges/:badgeId', () => BADGES.map((id) => `/badges/${id}`)),
  page('admin/badges/:badgeId', () => BADGES.map((id) => `/admin/badges/${id}`)),
  plainPage('admin/badges'),
  page('user-center/auth/:provider?', () => ['/user-center/auth']),
  plainPage('user-center/auth-failed'),
  page('admin', () => ['/admin']),
  page('admin/dashboard', () => ['/admin/dashboard']),
  page('admin/audit', () => [{ url: '/admin/audit', about: 'review' }]),
  page('audit', () => [{ url: '/audit', about: 'review' }]),
  page('admin/find', () => ['/admin/find?query=mail']),
  page('admin/history', () => ['/admin/history?sections=general']),
  page('admin/settings-file', () => ['/admin/settings-file']),
  page('admin/jobs', () => ['/admin/jobs?state=waiting']),
  page('admin/backups', () => ['/admin/backups']),
  page('admin/import', () => ['/admin/import']),
  page('admin/export', () => ['/admin/export']),
  page('admin/storage', () => [{ url: '/admin/storage', about: 'everything' }]),
  page('admin/maintenance', () => ['/admin/maintenance']),
  page('admin/announcement', () => ['/admin/announcement']),
  page('admin/rate-limits', () => ['/admin/rate-limits']),
  page('admin/slow-queries', () => ['/admin/slow-queries']),
  page('admin/logins', () => ['/admin/logins']),
  page('admin/emails', () => [{ url: '/admin/emails', about: 'members' }]),
  page('admin/installed-plugins/:pluginSlug/deliveries', () => ['/admin/installed-plugins/webhooks/deliveries']),
  page('admin/:pluginSlug', () => ['/admin/some-plugin', '/admin/google']),
  page('plugins/:pluginSlug/*', () => ['/plugins/echo/further?q=1', '/plugins/events', '/plugins/none/made-up']),
  page('users/invitation', () => ['/users/invitation', '/users/invitation?code=made-up']),
  page('users/confirm-email', () => ['/users/confirm-email', '/users/confirm-email?binding_key=made-up']),
  page('users/sign-in/:slug', () => ['/users/sign-in/ldap', '/users/sign-in/none']),
  page('users/auth-landing', () => ['/users/auth-landing', '/users/auth-landing?failed=expired']),
]

/** What the server answers beside the contract and the pages. `*` stands for whatever comes after. */
export const FILES: Surface[] = [
  // open streams that say nothing but that something has changed; what they may be opened for, the tests in http/live say
  { name: '/live/notifications', kind: 'file', addresses: () => [] },
  { name: '/live/:id', kind: 'file', addresses: () => [{ url: '/live/nothing' }] },
  {
    name: '/uploads/*',
    kind: 'file',
    addresses: (scene) => scene.of('file').map(({ id, home }) => ({ url: id, about: home })),
  },
  {
    name: '/feeds/*',
    kind: 'file',
    addresses: (scene) => [
      ...['atom', 'rss', 'json'].map((format) => ({ url: `/feeds/questions.${format}` })),
      ...scene.questions.map((id) => ({ url: `/feeds/questions/${id}.atom`, about: id })),
      ...scene.of('tag').map(({ id }) => ({ url: `/feeds/tags/${id}.atom`, about: id })),
      ...[scene.who.asker, scene.who.answerer, scene.who.commenter, scene.who.member].map(({ username }) => ({
        url: `/feeds/users/${username}.json`,
      })),
      { url: `/feeds/search.atom?q=${SHARED}` },
    ],
  },
  { name: '/questions/:id([^/]+).md', kind: 'file', addresses: eachQuestion((id) => `/questions/${id}.md`) },
  { name: '/previews/:id([^/]+).png', kind: 'file', addresses: eachQuestion((id) => `/previews/${id}.png`) },
  { name: '/embed/questions/:id', kind: 'file', addresses: eachQuestion((id) => `/embed/questions/${id}`) },
  {
    name: '/oembed',
    kind: 'file',
    addresses: eachQuestion((id) => `/oembed?url=${encodeURIComponent(`http://world.example/questions/${id}`)}`),
  },
  // staff read what has been done to whatever they may see
  { name: '/session/audit', kind: 'file', addresses: () => [{ url: '/session/audit', about: 'review' }] },
  { name: '/sitemap.xml', kind: 'file', addresses: () => [{ url: '/sitemap.xml' }] },
  {
    name: '/sitemaps/:file',
    kind: 'file',
    addresses: () => ['questions-1', 'tags'].map((part) => ({ url: `/sitemaps/${part}.xml` })),
  },
  { name: '/llms.txt', kind: 'file', addresses: () => [{ url: '/llms.txt' }] },
  { name: '/indexnow-key.txt', kind: 'file', addresses: () => [{ url: '/indexnow-key.txt' }] },
  { name: '/opensearch.xml', kind: 'file', addresses: () => [{ url: '/opensearch.xml' }] },
  ...[
    '/robots.txt',
    '/favicon.ico',
    '/service-worker.js',
    '/custom.css',
    '/custom.json',
    '/icons/:file',
    '/manifest.webmanifest',
    '/safe-mode',
    '/safe-mode/leave',
    '/healthz',
    '/answer/openapi.json',
    '/assets/*',
    '/locales/:file',
    '/readyz',
    '/metrics',
    '/session/archive',
    '/session/users.csv',
    '/session/backup/:name',
    '/session/export/:name',
    '/users/oauth/:slug',
    '/users/oauth/:slug/callback',
    '/users/oauth/:slug/metadata',
    '/captcha-frame/:slug',
    '/plugins/:slug/api/*',
    '/plugin-frames/:slug/:hash',
    '/plugin-frames/:slug/:hash/module.js',
    '/plugin-icons/:slug/:file',
  ].map((name): Surface => ({
    name,
    kind: 'file',
    addresses: () => [{ url: name.replace(/[*:].*$/, 'nothing') }],
  })),
]

/** Addresses that come later; they must not exist yet, or be listed above. Exports and backups are files of the machine's owner, who has the database too. */
export const WAITING_ADDRESSES = ['/sitemap/*', '/feed', '/feed.xml', '/rss', '/rss.xml', '/atom.xml', '/manifest.json']
