import type { Values } from './columns.ts'

export const str = (value: Values[string]) => (value === undefined ? '' : String(value))

/** Questions and answers may have the same numbers. */
export const questionKey = (id: Values[string]) => `question:${str(id)}`
export const answerKey = (id: Values[string]) => `answer:${str(id)}`
export const postKey = ({ question, answer }: Values) =>
  answer === undefined ? questionKey(question) : answerKey(answer)
