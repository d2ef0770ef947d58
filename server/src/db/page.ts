import { NotFound } from '../lib/refusals.ts'

/** Pages go this deep by number; beyond, one goes on by "older" links (rulings 6). */
export const DEEPEST_ROW = 10_000

export interface Page { page: number; page_size: number }

export const offsetOf = ({ page, page_size }: Page) => (page - 1) * page_size

/** A page beyond the end is not found, but for the first (rulings 6). */
export const pageOf = <T>(list: T[], count: number, { page }: Page) => {
  if (list.length === 0 && page > 1) throw new NotFound()
  return { count, list }
}
