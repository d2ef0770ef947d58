import * as answers from '@askwell/contract/answers.ts'
import * as comments from '@askwell/contract/comments.ts'
import * as directory from '@askwell/contract/directory.ts'
import * as ledger from '@askwell/contract/ledger.ts'
import * as profiles from '@askwell/contract/profiles.ts'
import * as questions from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import * as tags from '@askwell/contract/tags.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import * as users from '@askwell/contract/users.ts'
import { example, type Scene } from '../cast.ts'

const author = ({ cast }: Scene) => ({ query: { username: cast.author.username } })

export const reading = {
  searchUsers: example(users.searchUsers, () => ({ query: { username: 'a' } })),
  ranking: example(users.ranking),
  staff: example(users.staff, () => ({ query: { username: '' } })),
  permission: example(users.permission, ({ question }) => ({
    query: { action: 'question.edit,answer.add', object_id: question },
  })),

  profile: example(profiles.profile, author),
  topPosts: example(profiles.topPosts, author),
  profileQuestions: example(profiles.profileQuestions, author),
  profileAnswers: example(profiles.profileAnswers, author),
  profileComments: example(profiles.profileComments, author),
  profileReputation: example(profiles.profileReputation, author),
  ownVotes: example(profiles.ownVotes),
  standing: example(ledger.standing, author),
  userDirectory: example(directory.userDirectory),
  tagLeaders: example(directory.tagLeaders, () => ({ query: { name: 'support' } })),
  memberCards: example(directory.memberCards, ({ cast }) => ({ query: { usernames: cast.author.username } })),
  profileOverview: example(directory.profileOverview, author),
  correctReputation: example(ledger.correctReputation, ({ cast }) => ({
    body: { username: cast.author.username, points: 5, reason: 'Lost in the move.' },
  })),

  questionInfo: example(questions.questionInfo, ({ question }) => ({ query: { id: question } })),
  'questionInfo: deleted': example(questions.questionInfo, ({ hidden }) => ({ query: { id: hidden.question } })),
  questionThread: example(questionThread, ({ question, answer }) => ({ query: { id: question, answer_id: answer } })),
  'questionThread: of a deleted question': example(questionThread, ({ hidden }) => ({
    query: { id: hidden.question },
  })),
  questionPage: example(questions.questionPage),
  recommendedQuestions: example(questions.recommendedQuestions),
  similarQuestions: example(questions.similarQuestions, () => ({ query: { title: 'How does zephyr begin?' } })),
  completeQuestions: example(questions.completeQuestions, () => ({ query: { words: 'zephyr' } })),
  relatedQuestions: example(questions.relatedQuestions, ({ question }) => ({ query: { question_id: question } })),
  linkedQuestions: example(questions.linkedQuestions, ({ question }) => ({ query: { question_id: question } })),

  answerInfo: example(answers.answerInfo, ({ answer }) => ({ query: { id: answer } })),
  'answerInfo: under a deleted question': example(answers.answerInfo, ({ hidden }) => ({
    query: { id: hidden.answer },
  })),
  answerPage: example(answers.answerPage, ({ question }) => ({ query: { question_id: question } })),
  'answerPage: of a deleted question': example(answers.answerPage, ({ hidden }) => ({
    query: { question_id: hidden.question },
  })),

  comment: example(comments.comment, ({ comment }) => ({ query: { id: comment } })),
  'comment: under a deleted question': example(comments.comment, ({ hidden }) => ({ query: { id: hidden.comment } })),
  commentPage: example(comments.commentPage, ({ answer }) => ({ query: { object_id: answer } })),
  'commentPage: under a deleted question': example(comments.commentPage, ({ hidden }) => ({
    query: { object_id: hidden.answer },
  })),
  firstComments: example(comments.firstComments, ({ question, answer, hidden }) => ({
    query: { object_ids: [question, answer, hidden.answer].join(',') },
  })),

  tagsPage: example(tags.tagsPage),
  tag: example(tags.tag, () => ({ query: { name: 'support' } })),
  tagsBySlug: example(tags.tagsBySlug, () => ({ query: { tags: 'support' } })),
  questionTags: example(tags.questionTags, () => ({ query: { tag: 'sup' } })),

  search: example(search, () => ({ query: { q: 'zephyr' } })),
}
