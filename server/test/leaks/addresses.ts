import * as accounts from '@askwell/contract/accounts.ts'
import * as administration from '@askwell/contract/administration.ts'
import { answerInfo, answerPage } from '@askwell/contract/answers.ts'
import { ownCollection } from '@askwell/contract/collections.ts'
import { apiTokens } from '@askwell/contract/api-tokens.ts'
import { comment, commentPage, firstComments } from '@askwell/contract/comments.ts'
import * as contentAdministration from '@askwell/contract/content-administration.ts'
import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { objectId, parseObjectId, shortId } from '@askwell/contract/ids.ts'
import { invited } from '@askwell/contract/invitations.ts'
import * as installation from '@askwell/contract/installation.ts'
import * as mails from '@askwell/contract/emails.ts'
import { connectors, ownLogins, pendingLogin } from '@askwell/contract/connectors.ts'
import { memberPluginConfig, memberPlugins, pluginConfig, plugins } from '@askwell/contract/plugins.ts'
import { questionPulse } from '@askwell/contract/live.ts'
import * as profiles from '@askwell/contract/profiles.ts'
import * as questions from '@askwell/contract/questions.ts'
import { postReactions, reactions } from '@askwell/contract/reactions.ts'
import * as reviews from '@askwell/contract/reviews.ts'
import * as revisions from '@askwell/contract/revisions.ts'
import { secondFactors } from '@askwell/contract/second-factors.ts'
import { sessions } from '@askwell/contract/sessions.ts'
import { search, searchEngine } from '@askwell/contract/search.ts'
import * as site from '@askwell/contract/site.ts'
import * as userCenter from '@askwell/contract/user-center.ts'
import * as settings from '@askwell/contract/site-settings.ts'
import * as tags from '@askwell/contract/tags.ts'
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
  /** Its page says that it comes later; when it doesn't any more, this row is to be looked at. */
  later?: true
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
const listsOf = (endpoint: Endpoint, extra: Query = {}) =>
  call(endpoint, ({ who, gone }) =>
    [...Object.values(who).flatMap((person) => person?.username ?? []), `user${gone.id}`].map((username) => ({
      query: { username, page_size: 100, ...extra },
    })),
  )
const postsIn = ({ questions: asked, answers }: Scene) => [...asked, ...answers]
const MANY = 100

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
    profiles.profileReputation,
    userCenter.personalBranding,
  ].map((endpoint) => listsOf(endpoint)),
  ...[profiles.profileQuestions, profiles.profileAnswers].map((endpoint) => listsOf(endpoint, { order: 'score' })),
  call(profiles.ownVotes, () => [{ query: { page_size: MANY } }]),
  call(users.ranking),
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
  call(mails.mailChoices),
  call(mails.unsentMails),
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
  call(memberPlugins),
  call(memberPluginConfig, () => [{ query: { plugin_slug_name: 'none' } }]),
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
    settings.loginSettings,
    settings.customCssHtml,
    settings.themeSettings,
    settings.profileSettings,
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
  call(userAdministration.usersPage, (scene) =>
    ['', 'deleted', 'suspended'].flatMap((status) => [
      { query: { status, page_size: MANY }, about: 'members' },
      { query: { status, query: scene.of('member')[0]!.words.secret.slice(0, 6) }, about: 'members' },
    ]),
  ),
  call(userAdministration.activationLink, ({ gone }) => [{ query: { user_id: gone.id }, about: 'members' }]),
]

/** GETs of the product whose feature comes later. Each of them turns the test red as soon as it is in the contract without a row above. */
export const WAITING = [
  'notification/page',
  'notification/status',
  'badges',
  'badge',
  'badge/awards/page',
  'badge/user/awards',
  'badge/user/awards/recent',
]
  .map((path) => `GET /answer/api/v1/${path}`)
  .concat(['dashboard', 'badges'].map((path) => `GET /answer/admin/api/${path}`))

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
const laterPage = (name: string, addresses: (scene: Scene) => (string | Address)[]): Surface => ({
  ...page(name, addresses),
  later: true,
})
const eachQuestion = (address: (id: string) => string) => (scene: Scene) =>
  scene.questions.map((id) => ({ url: address(id), about: id }))
const eachAnswer = (address: (question: string, answer: string) => string) => (scene: Scene) =>
  scene.of('answer').map(({ home, id }) => ({ url: address(home, id), about: home }))
const TABS = ['', '/answers', '/questions', '/comments', '/reputation', '/votes', '/bookmarks', '/badges']

export const OLD_ADDRESSES = 'addresses of an imported site'

/** Every address of `routes.ts`. A new one without its row fails the test, and so does one that no longer comes later. */
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
      about: 'review',
    })),
  ),
  page('admin/answers', () =>
    ['', '?filter=deleted', '?filter=pending'].map((query) => ({ url: `/admin/answers${query}`, about: 'review' })),
  ),
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
    ['/admin/users', '/admin/users?filter=deleted', '/admin/users?filter=deleted&open=many'].map((url) => ({
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
    addresses: ({ origins }) =>
      [...origins].map(([key, home], place) => ({ url: `/${['questions', 'q', 'a'][place % 3]}/${key}`, about: home })),
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
    'admin/smtp',
    'admin/write',
    'admin/login',
    'admin/privileges',
    'admin/users/settings',
    'admin/installed-plugins',
    'preferences',
    'maintenance',
    '403',
    '50x',
  ].map(plainPage),
  page('users/logout', () => []), // reading it ends the session

  laterPage('users/notifications/:type/:subType?', () => [
    '/users/notifications/inbox',
    '/users/notifications/achievement',
  ]),
  laterPage('badges/:badgeId', () => ['/badges/1']),
  page('user-center/auth/:provider?', () => ['/user-center/auth']),
  plainPage('user-center/auth-failed'),
  laterPage('admin', () => ['/admin']),
  page('admin/:pluginSlug', () => ['/admin/some-plugin', '/admin/google']),
  page('users/confirm-email', () => ['/users/confirm-email', '/users/confirm-email?binding_key=made-up']),
  page('users/auth-landing', () => ['/users/auth-landing', '/users/auth-landing?failed=expired']),
  ...[
    'badges',
    ...['dashboard', 'themes', 'customize', 'interface', 'branding', 'legal', 'seo', 'badges'].map(
      (name) => `admin/${name}`,
    ),
  ].map((name): Surface => ({ ...plainPage(name), later: true })),
]

/** What the server answers beside the contract and the pages. `*` stands for whatever comes after. */
export const FILES: Surface[] = [
  // an open line that says nothing but that something has changed; what it may be opened for, live.test.ts says
  { name: '/live/:id', kind: 'file', addresses: () => [{ url: '/live/nothing' }] },
  {
    name: '/uploads/*',
    kind: 'file',
    addresses: (scene) => scene.of('file').map(({ id, home }) => ({ url: id, about: home })),
  },
  ...[
    '/robots.txt',
    '/favicon.ico',
    '/custom.css',
    '/healthz',
    '/answer/openapi.json',
    '/assets/*',
    '/locales/:file',
    '/readyz',
    '/metrics',
    '/session/archive',
    '/users/oauth/:slug',
    '/users/oauth/:slug/callback',
  ].map((name): Surface => ({
    name,
    kind: 'file',
    addresses: () => [{ url: name.replace(/[*:].*$/, 'nothing') }],
  })),
]

/** Addresses that come later; they must not exist yet, or be listed above. Exports and backups are files of the machine's owner, who has the database too. */
export const WAITING_ADDRESSES = [
  '/sitemap.xml',
  '/sitemap/*',
  '/feed',
  '/feed.xml',
  '/rss',
  '/rss.xml',
  '/atom.xml',
  '/opensearch.xml',
  '/manifest.json',
]
