import type { Author } from '../users.ts'
import type { Values } from './columns.ts'

export const str = (value: Values[string]) => (value === undefined ? '' : String(value))

/** Questions and answers may have the same numbers. */
export const questionKey = (id: Values[string]) => `question:${str(id)}`
export const answerKey = (id: Values[string]) => `answer:${str(id)}`
export const postKey = ({ question, answer }: Values) =>
  answer === undefined ? questionKey(question) : answerKey(answer)

/** By their id; else by name, as those who have no account any more. */
export const authorOf = (member: Values[string], name: Values[string]): Author => {
  const display_name = str(name) || (member === undefined ? 'user' : `user${str(member)}`.slice(0, 30))
  return { key: member === undefined ? `name:${display_name}` : str(member), display_name }
}

/** Whom a row names who stands in no row of the members, and has no name there; each gets one that nobody chose. */
export const namelessIn = ({ member, editor, member_name }: Values, members: ReadonlySet<string>) =>
  member_name === undefined
    ? [...new Set([member, editor])]
        .filter((one) => one !== undefined && !members.has(str(one)))
        .map((one) => `its member ${str(one)} isn't there, and is called ${authorOf(one, undefined).display_name} here`)
    : []
