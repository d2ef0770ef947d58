import { PAGE, ROWS_BY_PAGE_NUMBER } from '@askwell/contract/limits.ts'
import { QUESTION_ORDERS, questionPage, type QuestionOrder, recommendedQuestions } from '@askwell/contract/questions.ts'
import type { QuestionCard } from '@askwell/contract/shapes.ts'
import type { RouteContext } from '../../session.ts'

/** The part of a list of questions that an address shows. */
export interface Place {
  order: QuestionOrder
  in_days: number
  page: number
  older_than?: string
}
/** `usual` is the order of an address that names none; `older` the question after which the list continues, when there are no page numbers any more. */
export interface Listing extends Place {
  usual: QuestionOrder
  count: number
  questions: QuestionCard[]
  older: string | undefined
}

export const DEFAULT_ORDER: QuestionOrder = 'active'
/** Days back; 0 is all time. */
export const WINDOWS = [0, 1, 7, 30, 365] as const

export const numberIn = (search: URLSearchParams, name: string, otherwise: number) => {
  const text = search.get(name) ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : otherwise
}
export const pageIn = (url: URL) => Math.max(1, numberIn(url.searchParams, 'page', 1))

/** What the address says, with defaults in place of nonsense. There are no recommendations for anonymous visitors. */
export const placeIn = (
  { url, user }: Pick<RouteContext, 'url' | 'user'>,
  usual: QuestionOrder = DEFAULT_ORDER,
): Place => {
  const order = (url.searchParams.get('order') ?? usual) as QuestionOrder
  const known = QUESTION_ORDERS.includes(order) && (order !== 'recommend' || user !== null)
  const older_than = /^\d{17}$/.exec(url.searchParams.get('older_than') ?? '')?.[0]
  return {
    order: known ? order : DEFAULT_ORDER,
    in_days: numberIn(url.searchParams, 'in_days', 0),
    page: older_than ? 1 : pageIn(url),
    older_than,
  }
}

export const loadListing = async (
  visit: RouteContext,
  filter: { tag?: string } = {},
  usual: QuestionOrder = DEFAULT_ORDER,
): Promise<Listing> => {
  const place = placeIn(visit, usual)
  const { count, list } = await visit.call(place.order === 'recommend' ? recommendedQuestions : questionPage, {
    query: { ...place, ...filter, page_size: PAGE.size },
  })
  const beyond = place.older_than !== undefined || (count > ROWS_BY_PAGE_NUMBER && place.page === pagesOf(count))
  return {
    ...place,
    usual,
    count,
    questions: list,
    older: beyond && list.length === PAGE.size ? list.at(-1)!.id : undefined,
  }
}

/** Pages that can be asked for by number. */
export const pagesOf = (count: number, size = PAGE.size) => Math.ceil(Math.min(count, ROWS_BY_PAGE_NUMBER) / size)

/** An address with everything that differs from the defaults. */
export const withQuery = (
  path: string,
  query: Record<string, string | number | undefined>,
  usual: Record<string, string | number> = {},
) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '' && value !== (usual[name] ?? (name === 'page' ? 1 : undefined)))
      search.set(name, String(value))
  return search.size ? `${path}?${search}` : path
}

export const listingAddress = (path: string, place: Partial<Place>, usual: QuestionOrder = DEFAULT_ORDER) =>
  withQuery(path, { ...place }, { order: usual, in_days: 0 })
