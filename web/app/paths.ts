import { fromIn } from '@askwell/contract/own-path.ts'
import { questionPath, answerPath, type PermalinkForm } from '@askwell/contract/permalink.ts'

// One process serves one site, so its form of permalink can live here; the root page sets it before anything is rendered.
let form: PermalinkForm = 2
export const setPermalink = (chosen: number) => {
  form = (chosen >= 1 && chosen <= 4 ? chosen : 2) as PermalinkForm
}

interface QuestionName {
  id: string
  url_title: string
}

/** What has earlier texts and a timeline. */
interface Revised {
  type: 'question' | 'answer' | 'tag'
  id: string
  question_id: string
}
const placeOf = ({ type, id, question_id }: Revised) =>
  type === 'tag' ? `/tags/${id}` : `/posts/${question_id}${type === 'answer' ? `/${id}` : ''}`

/** Every address of the site, once. */
export const paths = {
  home: () => '/',
  question: (question: QuestionName) => questionPath(form, question),
  answer: (question: QuestionName, answerId: string) => answerPath(form, question, answerId),
  linked: (question: QuestionName) => `/questions/linked/${question.id}`,
  ask: () => '/questions/ask',
  editQuestion: (id: string) => `/posts/${id}/edit`,
  /** Where its state is changed. */
  state: (act: string, { question_id, answer_id }: { question_id: string; answer_id?: string }) =>
    `/posts/${question_id}/${answer_id ? `${answer_id}/` : ''}state/${act}`,
  /** The same, about the text that is shown. */
  stateOfText: (act: string, post: { question_id: string; answer_id?: string; revision_id?: string }) =>
    `${paths.state(act, post)}${act === 'approve' && post.revision_id ? `?seen=${post.revision_id}` : ''}`,
  editAnswer: (questionId: string, answerId: string) => `/posts/${questionId}/${answerId}/edit`,
  timeline: (id: string, answerId?: string) => `/posts/${id}/${answerId ? `${answerId}/` : ''}timeline`,
  revisions: ({ type, id, question_id }: Revised) => `${placeOf({ type, id, question_id })}/revisions`,
  timelineOf: ({ type, id, question_id }: Revised) => `${placeOf({ type, id, question_id })}/timeline`,
  suggestion: (objectId: string) => `/suggestions/${objectId}`,
  tags: () => '/tags',
  tag: (slug: string) => `/tags/${encodeURIComponent(slug)}`,
  tagInfo: (slug: string) => `/tags/${encodeURIComponent(slug)}/info`,
  createTag: () => '/tags/create',
  editTag: (id: string) => `/tags/${id}/edit`,
  tagTimeline: (id: string) => `/tags/${id}/timeline`,
  users: () => '/users',
  user: (username: string, tab?: string) => `/users/${encodeURIComponent(username)}${tab ? `/${tab}` : ''}`,
  settings: (tab?: string) => `/users/settings${tab ? `/${tab}` : ''}`,
  notifications: (type = 'inbox') => `/users/notifications/${type}`,
  review: (queue?: string) => (queue ? `/review?queue=${queue}` : '/review'),
  editFlagged: (id: string) => `/review/flags/${id}/edit`,
  flag: (id: string) => `/report/${id}`,
  safeMode: () => '/safe-mode',
  leaveSafeMode: () => '/safe-mode/leave',
  badges: () => '/badges',
  badge: (id: string) => `/badges/${id}`,
  pluginPage: (slug: string) => `/plugins/${slug}`,
  search: (words: string) => `/search?q=${encodeURIComponent(words)}`,
  /** These three take along where one was, to come back to. */
  login: (from?: string | null) => `/users/login${fromIn(from)}`,
  userCenter: () => '/user-center/auth',
  register: (from?: string | null) => `/users/register${fromIn(from)}`,
  logout: () => '/users/logout',
  recovery: () => '/users/account-recovery',
  activation: (from?: string | null) => `/users/account-activation${fromIn(from)}`,
  activated: (from?: string | null) => `/users/account-activation/success${fromIn(from)}`,
  changeEmail: () => '/users/change-email',
  deleteAccount: () => '/users/delete-account',
  admin: (page?: string) => (page ? `/admin/${page}` : '/admin'),
  /** What staff have done; `about` is an id, an address or a username. */
  audit: (about = '') => (about ? `/audit?${new URLSearchParams({ about })}` : '/audit'),
  tos: () => '/tos',
  privacy: () => '/privacy',
  /** Sets a choice kept in a cookie and comes back. */
  prefer: (
    choice: { language?: string; scheme?: string; view?: string; home?: string; images?: string },
    back: string,
  ) => `/preferences?${new URLSearchParams({ ...choice, back })}`,
}
