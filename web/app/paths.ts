import { questionPath, answerPath, type PermalinkForm } from '@askwell/contract/permalink.ts'

// One process serves one site, so its form of permalink can live here; the root page sets it before anything is drawn.
let form: PermalinkForm = 2
export const setPermalink = (chosen: number) => { form = (chosen >= 1 && chosen <= 4 ? chosen : 2) as PermalinkForm }

interface QuestionName { id: string; url_title: string }

/** Every address of the site, once. */
export const paths = {
  home: () => '/',
  question: (question: QuestionName) => questionPath(form, question),
  answer: (question: QuestionName, answerId: string) => answerPath(form, question, answerId),
  linked: (question: QuestionName) => `/questions/linked/${question.id}`,
  ask: () => '/questions/ask',
  editQuestion: (id: string) => `/posts/${id}/edit`,
  editAnswer: (questionId: string, answerId: string) => `/posts/${questionId}/${answerId}/edit`,
  timeline: (id: string, answerId?: string) => `/posts/${id}/${answerId ? `${answerId}/` : ''}timeline`,
  tags: () => '/tags',
  tag: (slug: string) => `/tags/${encodeURIComponent(slug)}`,
  tagInfo: (slug: string) => `/tags/${encodeURIComponent(slug)}/info`,
  users: () => '/users',
  user: (username: string, tab?: string) => `/users/${encodeURIComponent(username)}${tab ? `/${tab}` : ''}`,
  settings: (tab?: string) => `/users/settings${tab ? `/${tab}` : ''}`,
  notifications: (type = 'inbox') => `/users/notifications/${type}`,
  review: () => '/review',
  badges: () => '/badges',
  search: (words: string) => `/search?q=${encodeURIComponent(words)}`,
  login: (from?: string) => (from ? `/users/login?from=${encodeURIComponent(from)}` : '/users/login'),
  register: () => '/users/register',
  logout: () => '/users/logout',
  recovery: () => '/users/account-recovery',
  activation: () => '/users/account-activation',
  admin: (page?: string) => (page ? `/admin/${page}` : '/admin'),
  tos: () => '/tos',
  privacy: () => '/privacy',
  /** Sets a choice kept in a cookie and comes back. */
  prefer: (choice: { language?: string; scheme?: string; view?: string }, back: string) => `/preferences?${new URLSearchParams({ ...choice, back })}`,
}
