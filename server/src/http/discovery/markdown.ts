import { PAGE } from '@askwell/contract/limits.ts'
import { questionPage } from '@askwell/contract/questions.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { translate } from '../../lib/messages.ts'
import { type AddPublicAddress, answerAddress, type PublicRequest, questionAddress } from './public-address.ts'

const ACCEPTED = 2
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A question with a page of its answers, as its authors wrote them. */
const threadAsMarkdown = async (asked: PublicRequest, id: string) => {
  const page = Number(asked.query.get('page')) || 1
  const { question, answers } = await asked.ask(questionThread, { query: { id, page } })
  const say = (key: 'score' | 'accepted_answer' | 'answer', values = {}) =>
    translate(asked.language, `discovery.md_${key}`, values)
  const by = (user: { display_name: string }, at: number) => `${oneLine(user.display_name)}, ${dateOf(at)}`
  const isMore = page * PAGE.size < answers.count
  const parts = [
    `# ${oneLine(question.title)}`,
    [
      by(question.user_info, question.create_time),
      say('score', { count: question.vote_count }),
      question.tags.map(({ slug_name }) => `[${slug_name}]`).join(' '),
      questionAddress(asked.settings, question),
    ]
      .filter(Boolean)
      .join(' · '),
    question.content,
    ...answers.list.map(
      (one) =>
        `---\n\n## ${say(one.accepted === ACCEPTED ? 'accepted_answer' : 'answer')}\n\n${[
          by(one.user_info, one.create_time),
          say('score', { count: one.vote_count }),
          answerAddress(asked.settings, question, one.id),
        ].join(' · ')}\n\n${one.content}`,
    ),
    ...(isMore ? [`---\n\n${asked.address(`/questions/${question.id}.md?page=${page + 1}`)}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

const LISTED = 30

/** What programs that read for people should know of the site. */
const llms = async (asked: PublicRequest) => {
  const { name, short_description, description } = asked.settings.general
  const { list } = await asked.ask(questionPage, { query: { order: 'score', page_size: LISTED } })
  const say = (key: 'reading' | 'as_markdown' | 'all' | 'newest' | 'searching' | 'calls' | 'best') =>
    translate(asked.language, `discovery.llms_${key}`)
  return [
    `# ${oneLine(name)}`,
    ...(short_description ? [`> ${oneLine(short_description)}`] : []),
    ...(description ? [description] : []),
    `## ${say('reading')}`,
    [
      `- ${say('as_markdown')}: ${asked.address('/questions/ID.md')}`,
      `- ${say('newest')}: ${asked.address('/feeds/questions.json')}`,
      `- ${say('searching')}: ${asked.address('/feeds/search.json?q=')}`,
      `- ${say('all')}: ${asked.address('/sitemap.xml')}`,
      `- ${say('calls')}: ${asked.address('/answer/openapi.json')}`,
    ].join('\n'),
    `## ${say('best')}`,
    list
      .map((one) => `- [${oneLine(one.title).replace(/[[\]]/g, '')}](${asked.address(`/questions/${one.id}.md`)})`)
      .join('\n'),
    '',
  ].join('\n\n')
}

const MARKDOWN = 'text/markdown; charset=utf-8'

/** A question's own address with `.md` behind its number, and `/llms.txt`, which tells of it. */
export const addMarkdown = (add: AddPublicAddress) => {
  const written = async (asked: PublicRequest) => ({
    type: MARKDOWN,
    body: await threadAsMarkdown(asked, asked.params.id!),
    // The page itself is what search engines should show.
    headers: { 'x-robots-tag': 'noindex' },
  })
  add('/questions/:id([^/]+).md', written, ({ params }) => params.id)
  add('/llms.txt', async (asked) => ({ type: 'text/plain; charset=utf-8', body: await llms(asked) }))
}
