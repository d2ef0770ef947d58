import { expect, test } from 'vitest'
import { pageNames } from './page-names.ts'

const name = pageNames({
  root: { id: 'root', path: '' },
  guard: { id: 'guard', parentId: 'root' },
  home: { id: 'home', parentId: 'guard', index: true },
  list: { id: 'list', parentId: 'guard', path: 'questions' },
  ask: { id: 'ask', parentId: 'guard', path: 'questions/ask' },
  question: { id: 'question', parentId: 'guard', path: 'questions/:question/:slug?' },
  users: { id: 'users', parentId: 'guard', path: 'users' },
  settings: { id: 'settings', parentId: 'users', path: 'settings/:tab?' },
  rest: { id: 'rest', parentId: 'root', path: '*' },
})

test.each([
  ['/', '/'],
  ['/questions', '/questions'],
  ['/questions/', '/questions'],
  ['/questions/ask', '/questions/ask'],
  ['/questions/10010000000000001', '/questions/:question/:slug?'],
  ['/questions/1/how-to', '/questions/:question/:slug?'],
  ['/users/settings', '/users/settings/:tab?'],
  ['/users/settings/profile', '/users/settings/:tab?'],
  ['/questions/1/2/3', '/*'],
  ['/wp-login.php', '/*'],
  ['/a/b/c/d/e/f/g/h/i/j/k/l/m/n', '/*'],
])('%s is the page %s', (path, page) => expect(name(path)).toBe(page))
