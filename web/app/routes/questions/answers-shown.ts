import { type AnswerOrder, answerPage, ANSWER_ORDERS } from '@askwell/contract/answers.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import type { RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'

export const answerOrderIn = (url: URL): AnswerOrder => {
  const order = url.searchParams.get('order') as AnswerOrder
  return ANSWER_ORDERS.includes(order) ? order : 'default'
}

/** A page of answers: the one asked for, or the one that holds the answer the address leads to. */
export const answersShown = async ({ call, url }: RouteContext, question_id: string, answer_id: string | undefined) => {
  const order = answerOrderIn(url)
  const page = pageIn(url)
  const asked = await call(answerPage, { query: { question_id, order, page, page_size: PAGE.size } })
  const here = { ...asked, order, page }
  if (
    !answer_id ||
    url.searchParams.has('page') ||
    asked.count <= PAGE.size ||
    asked.list.some(({ id }) => id === answer_id)
  )
    return here
  for (let far = 1; (far - 1) * PAGE.max < asked.count; far++) {
    const { count, list } = await call(answerPage, { query: { question_id, order, page: far, page_size: PAGE.max } })
    const place = list.findIndex(({ id }) => id === answer_id)
    if (place < 0) continue
    const first = place - (place % PAGE.size)
    return {
      count,
      order,
      list: list.slice(first, first + PAGE.size),
      page: ((far - 1) * PAGE.max + first) / PAGE.size + 1,
    }
  }
  return here
}
