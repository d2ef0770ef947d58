import { NotFound } from '../lib/errors.ts'

/** Pages go this deep by number; beyond, lists go on by "older" links. */
export const DEEPEST_ROW = 10_000

export interface Page {
  page: number
  page_size: number
}

/** No list is longer, and no count goes on for ever. */
const FARTHEST_ROW = 2 ** 40

export const offsetOf = ({ page, page_size }: Page) => Math.min((page - 1) * page_size, FARTHEST_ROW)

/** A page beyond the end is not found, except the first. */
export const pageOf = <T>(list: T[], count: number, { page }: Page) => {
  if (list.length === 0 && page > 1) throw new NotFound()
  return { count, list }
}

/** How many rows a list has; they needn't be counted where its first page isn't full. */
export const countUnlessAll = ({ page, page_size }: Page, shown: number, count: () => Promise<number>) =>
  page === 1 && shown < page_size ? shown : count()
