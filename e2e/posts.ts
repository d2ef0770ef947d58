import type { AnswerAndQuestion } from '@askwell/contract/answers.ts'
import type { Comment } from '@askwell/contract/comments.ts'
import type { QuestionInfo } from '@askwell/contract/questions.ts'
import type { TestUser } from './people.ts'
import type { Site } from './site.ts'

// What is there before a journey begins, written without a browser.

const API = '/answer/api/v1'

export interface QuestionInput {
  title: string
  content?: string
  tags?: string[]
}

/** With tags there are already; the seed's `support` where none are named. */
export const ask = (
  site: Site,
  { token }: TestUser,
  { title, content = `${title} I looked, and found nothing.`, tags = ['support'] }: QuestionInput,
) =>
  site.call<QuestionInfo>('POST', `${API}/question`, {
    token,
    body: { title, content, tags: tags.map((slug_name) => ({ slug_name })) },
  })

export const answer = async (site: Site, { token }: TestUser, question_id: string, content: string) =>
  (
    await site.call<{ info: AnswerAndQuestion['info'] }>('POST', `${API}/answer`, {
      token,
      body: { question_id, content },
    })
  ).info

export const comment = (site: Site, { token }: TestUser, object_id: string, original_text: string) =>
  site.call<Comment>('POST', `${API}/comment`, { token, body: { object_id, original_text } })

export const vote = (site: Site, { token }: TestUser, object_id: string, direction: 'up' | 'down' = 'up') =>
  site.call('POST', `${API}/vote/${direction}`, { token, body: { object_id, is_cancel: false } })

/** New tags ask for reputation or a role, so it takes an admin. */
export const makeTag = (
  site: Site,
  { token }: TestUser,
  slug_name: string,
  original_text = `What ${slug_name} is, and what belongs to it.`,
) => site.call('POST', `${API}/tag`, { token, body: { slug_name, display_name: slug_name, original_text } })
