import { expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

const shown = (page: number, pages: number) =>
  pageNumbers(page, pages)
    .map((number) => number ?? '…')
    .join(' ')

it.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [2, 3, '1 2 3'],
  [1, 5, '1 2 3 4 5'],
  [1, 6, '1 2 3 4 5 6'],
  [1, 7, '1 2 3 4 … 7'],
  [1, 52, '1 2 3 4 … 52'],
  [3, 52, '1 2 3 4 … 52'],
  [4, 52, '1 2 3 4 5 … 52'],
  [5, 52, '1 … 4 5 6 … 52'],
  [30, 52, '1 … 29 30 31 … 52'],
  [49, 52, '1 … 48 49 50 51 52'],
  [50, 52, '1 … 49 50 51 52'],
  [52, 52, '1 … 49 50 51 52'],
])('page %i of %i shows %s', (page, pages, expected) => {
  expect(shown(page, pages)).toBe(expected)
})
