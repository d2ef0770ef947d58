import { profileAnswers, profile, profileQuestions } from '@askwell/contract/profiles.ts'
import { questionPage } from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import type { QuestionCard, UserChip } from '@askwell/contract/shapes.ts'
import { tag as tagCall } from '@askwell/contract/tags.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { askersOf } from '../../features/content/posts/questions/views.ts'
import { plainText } from '../../lib/plain-text.ts'
import { translate } from '../../lib/messages.ts'
import { withWholeAddresses } from './absolute.ts'
import { FEED_FORMATS, type FeedEntry, type FeedFormat } from './feed-formats.ts'
import { answerAddress, questionAddress, type AddPublicAddress, type PublicRequest } from './public-address.ts'

/** What a feed is of: its title, the page that shows the same, and the newest things first. */
interface Source {
  title: string
  description: string
  /** Path of the page. */
  page: string
  entries: FeedEntry[]
}

const authorOf = (
  { address }: PublicRequest,
  { display_name, username }: Pick<UserChip, 'display_name' | 'username'>,
) => ({ name: display_name, link: address(`/users/${encodeURIComponent(username)}`) })

/** A list names who did something last; what a feed shows is the question, so it is its asker's. */
const ofCards = async (asked: PublicRequest, cards: QuestionCard[]): Promise<FeedEntry[]> => {
  const askers = await askersOf(
    asked.db,
    cards.map(({ id }) => id),
  )
  return cards.map((card) => ({
    // The same however the form of the links changes.
    id: asked.address(`/questions/${card.id}`),
    link: questionAddress(asked.settings, card),
    title: card.title,
    author: authorOf(asked, askers.get(card.id) ?? card.operator),
    created_at: card.created_at,
    updated_at: card.operated_at,
    summary: card.description,
    tags: card.tags,
  }))
}

const SOURCES: Record<string, (asked: PublicRequest, name: string) => Promise<Source>> = {
  async questions(asked, name) {
    if (name) return thread(asked, name)
    const { list } = await asked.ask(questionPage, { query: { order: 'newest' } })
    const { name: title, short_description } = asked.settings.general
    return { title, description: short_description, page: '/', entries: await ofCards(asked, list) }
  },
  async tags(asked, name) {
    const { slug_name, display_name, description } = await asked.ask(tagCall, { query: { name } })
    const { list } = await asked.ask(questionPage, { query: { order: 'newest', tag: slug_name } })
    return {
      title: translate(asked.language, 'discovery.feed_of_tag', {
        tag: display_name,
        site: asked.settings.general.name,
      }),
      description,
      page: `/tags/${encodeURIComponent(slug_name)}`,
      entries: await ofCards(asked, list),
    }
  },
  async users(asked, username) {
    const [user, questions, answers] = await Promise.all([
      asked.ask(profile, { query: { username } }),
      asked.ask(profileQuestions, { query: { username } }),
      asked.ask(profileAnswers, { query: { username } }),
    ])
    const author = authorOf(asked, { ...user, username })
    const asking = questions.list.map((one) => ({
      title: one.title,
      id: asked.address(`/questions/${one.question_id}`),
      link: questionAddress(asked.settings, { id: one.question_id, url_title: one.url_title }),
      updated_at: one.created_at,
      author,
      tags: one.tags,
    }))
    const answering = answers.list.map(({ question_info, ...one }) => ({
      title: translate(asked.language, 'discovery.answer_to', { title: question_info.title }),
      id: asked.address(`/questions/${one.question_id}/${one.answer_id}`),
      link: answerAddress(asked.settings, { id: one.question_id, url_title: question_info.url_title }, one.answer_id),
      updated_at: one.create_time,
      author,
      tags: question_info.tags,
    }))
    return {
      title: translate(asked.language, 'discovery.feed_of_user', {
        user: user.display_name,
        site: asked.settings.general.name,
      }),
      description: plainText(user.bio_html),
      page: `/users/${encodeURIComponent(username)}`,
      entries: [...asking, ...answering].sort((a, b) => b.updated_at - a.updated_at),
    }
  },
  async search(asked) {
    const q = asked.query.get('q') ?? ''
    const { list } = await asked.ask(search, { query: { q, order: 'newest' } })
    return {
      title: translate(asked.language, 'discovery.feed_of_search', { q, site: asked.settings.general.name }),
      description: '',
      page: `/search?q=${encodeURIComponent(q)}`,
      entries: list.map(({ object_type, object }) => {
        const question = { id: object.question_id, url_title: object.url_title }
        const isAnswer = object_type === 'answer'
        const { title } = object
        return {
          title: isAnswer ? translate(asked.language, 'discovery.answer_to', { title }) : title,
          id: asked.address(`/questions/${object.question_id}${isAnswer ? `/${object.id}` : ''}`),
          link: isAnswer
            ? answerAddress(asked.settings, question, object.id)
            : questionAddress(asked.settings, question),
          updated_at: object.created_at,
          summary: plainText(object.excerpt),
          author: authorOf(asked, object.user_info),
          tags: object.tags,
        }
      }),
    }
  },
}

/** A question and its newest answers, whole but for those that would make it too large: their links are there. */
const thread = async (asked: PublicRequest, id: string): Promise<Source> => {
  const { question, answers } = await asked.ask(questionThread, { query: { id, order: 'updated' } })
  const whole = (html: string) => withWholeAddresses(html, asked.settings.general.site_url)
  const path = new URL(questionAddress(asked.settings, question)).pathname
  return {
    title: question.title,
    description: question.description,
    page: path,
    entries: [
      ...answers.list.map((one) => ({
        title: translate(asked.language, 'discovery.answer_by', { user: one.user_info.display_name }),
        id: asked.address(`/questions/${question.id}/${one.id}`),
        link: answerAddress(asked.settings, question, one.id),
        updated_at: one.update_time || one.create_time,
        created_at: one.create_time,
        html: whole(one.html),
        author: authorOf(asked, one.user_info),
      })),
      {
        title: question.title,
        id: asked.address(`/questions/${question.id}`),
        link: questionAddress(asked.settings, question),
        updated_at: question.edit_time || question.create_time,
        created_at: question.create_time,
        html: whole(question.html),
        author: authorOf(asked, question.user_info),
        tags: question.tags,
      },
    ],
  }
}

const FEED = /^(questions|search|(?:questions|tags|users)\/[^/]{1,150})\.(atom|rss|json)$/

const written = ({ address, settings, request, language }: PublicRequest, source: Source, format: FeedFormat) => {
  const [path = '', query] = request.url.split('?')
  const addressIn = (other: FeedFormat) =>
    new URL(address(path.replace(/\.\w+$/, `.${other}`) + (query === undefined ? '' : `?${query}`))).href
  const { title, description, page, entries } = source
  return FEED_FORMATS[format].write({
    title,
    description,
    link: address(page),
    addresses: { atom: addressIn('atom'), rss: addressIn('rss'), json: addressIn('json') },
    icon: address('/favicon.ico'),
    language: language.replace('_', '-'),
    author: { name: settings.general.name, link: address('/') },
    entries,
  })
}

/** `/feeds/questions.atom`, `/feeds/tags/NAME.rss`, `/feeds/users/NAME.json`, `/feeds/questions/ID.atom`, `/feeds/search.atom?q=…`. */
export const addFeeds = (add: AddPublicAddress) => {
  const fed = async (asked: PublicRequest) => {
    const [, what = '', format = ''] = FEED.exec(asked.params['*'] ?? '') ?? []
    if (!what) return undefined
    const [kind = '', name = ''] = what.split('/')
    const source = await SOURCES[kind]!(asked, name)
    return { type: FEED_FORMATS[format as FeedFormat].type, body: written(asked, source, format as FeedFormat) }
  }
  add('/feeds/*', fed, ({ params }) => /^questions\/([^/]+)$/.exec(FEED.exec(params['*'] ?? '')?.[1] ?? '')?.[1])
}
