import { expect, test } from 'vitest'
import { missingAddresses, type RouteEntry } from './addresses.ts'

const page = (path: string): RouteEntry => ({ path, file: 'routes/some/page.tsx' })
const behind = (guard: string, ...children: RouteEntry[]): RouteEntry => ({ file: `guards/${guard}.tsx`, children })
const complaints = (address: string, ...routes: RouteEntry[]) =>
  missingAddresses(routes).filter((line) => line.split(' ').includes(address))

test('an address of the product without a route is found', () => {
  expect(complaints('/badges', page('*'))).toEqual(['web/app/routes.ts has no /badges'])
  expect(complaints('/badges', page('badges'))).toEqual([])
  expect(complaints('/', { index: true, file: 'routes/some/home.tsx' })).toEqual([])
  expect(complaints('/questions/:/:', page('questions/:qid/:slug?'))).toEqual([])
})

test('a page that lets in others than it should is found', () => {
  expect(complaints('/questions/ask', page('questions/ask'))).toEqual([
    '/questions/ask needs the guard activated, but has none',
  ])
  expect(complaints('/questions/ask', behind('activated', page('questions/ask')))).toEqual([])
  expect(complaints('/tags', behind('admin', page('tags')))).toEqual([
    '/tags is for everybody, but admin stands before it',
  ])
})

test('an address that a more general route takes away is found', () => {
  expect(
    complaints('/users/settings/notify', behind('logged-in', page('users/settings')), page('users/:username/:tab?')),
  ).toEqual([expect.stringContaining('needs the guard logged-in')])
  expect(
    complaints(
      '/users/settings/notify',
      behind('logged-in', page('users/settings/:tab?')),
      page('users/:username/:tab?'),
    ),
  ).toEqual([])
})

test('what is nowhere leads to the page that says so', () => {
  expect(complaints('/there/is/no/such/page', page('badges'))).toEqual([
    'web/app/routes.ts has no /there/is/no/such/page',
  ])
  expect(complaints('/there/is/no/such/page', page('*'))).toEqual([])
})
