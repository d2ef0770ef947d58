import type { UserCard } from '@askwell/contract/shapes.ts'
import { paths } from '../../paths.ts'
import type { AnswerRead } from '../../components/post/as-read.ts'
import { isAccepted, stateOf } from '../../components/post/question-state.ts'
import type { Thread } from './thread.ts'

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const moment = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A question page as schema.org describes it. */
export const structuredThread = ({ question, answers }: Thread, site_url: string) => {
  const address = (path: string) => site_url.replace(/\/$/, '') + path
  const person = ({ display_name, username }: UserCard) => ({
    '@type': 'Person',
    name: display_name,
    url: address(paths.user(username)),
  })
  const answer = (one: AnswerRead) => ({
    '@type': 'Answer',
    text: plain(one.html),
    dateCreated: moment(one.create_time),
    upvoteCount: one.vote_count,
    url: address(paths.answer(question, one.id)),
    author: person(one.user_info),
  })
  const shown = answers.list.filter((one) => !stateOf(one))
  const accepted = shown.find(isAccepted)
  return {
    '@context': 'https://schema.org',
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: question.title,
      text: plain(question.html),
      answerCount: question.answer_count,
      upvoteCount: question.vote_count,
      dateCreated: moment(question.create_time),
      author: person(question.user_info),
      ...(accepted && { acceptedAnswer: answer(accepted) }),
      suggestedAnswer: shown.filter((one) => one !== accepted).map(answer),
    },
  }
}
