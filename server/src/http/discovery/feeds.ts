import { profileAnswers, profile, profileQuestions } from '@askwell/contract/profiles.ts'
import { questionPage } from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import type { QuestionCard, TagChip, UserChip } from '@askwell/contract/shapes.ts'
import { tag as tagCall } from '@askwell/contract/tags.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { Feed, type Item } from 'feed'
import { plainText } from '../../lib/plain-text.ts'
import { translate } from '../../lib/messages.ts'
import { withWholeAddresses } from './absolute.ts'
import { answerAddress, questionAddress, type AddPublicAddress, type PublicRequest } from './public-address.ts'

interface Written {
  author?: object
}
const withAuthors = <T extends Written>({ author, ...rest }: T) => ({ ...rest, ...(author && { authors: [author] }) })

/** Version 1.1, of which the library writes the one before: there may be several authors, the language is named, and nothing is without content. */
const jsonFeed = (feed: Feed) => {
  const { items, ...written } = JSON.parse(feed.json1()) as Written & {
    items: (Written & { content_html?: string; summary?: string; title?: string })[]
  }
  return JSON.stringify({
    ...withAuthors(written),
    version: 'https://jsonfeed.org/version/1.1',
    language: feed.options.language,
    items: items.map((item) => ({
      ...withAuthors(item),
      ...(item.content_html === undefined && { content_text: item.summary ?? item.title ?? '' }),
    })),
  })
}

const FORMATS = {
  atom: { type: 'application/atom+xml; charset=utf-8', write: (feed: Feed) => feed.atom1() },
  rss: { type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() },
  json: { type: 'application/feed+json; charset=utf-8', write: (feed: Feed) => jsonFeed(feed) },
}
type Format = keyof typeof FORMATS

/** What a feed is of: its title, the page that shows the same, and the newest things first. */
interface Source {
  title: string
  description: string
  /** Path of the page. */
  page: string
  items: Item[]
}

const moment = (seconds: number) => new Date(seconds * 1000)
/** XML has no way to write them. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const clean = (text: string) => text.replace(CONTROLS, '')

const authorOf = (
  { address }: PublicRequest,
  { display_name, username }: Pick<UserChip, 'display_name' | 'username'>,
) => ({
  name: clean(display_name),
  ...(username && { link: address(`/users/${encodeURIComponent(username)}`) }),
})
const categories = (tags: TagChip[]) =>
  tags.map(({ slug_name, display_name }) => ({ term: slug_name, name: clean(display_name) }))

const ofCard = (asked: PublicRequest, card: QuestionCard): Item => ({
  title: clean(card.title),
  // The same however the form of the links changes.
  id: asked.address(`/questions/${card.id}`),
  link: questionAddress(asked.settings, card),
  date: moment(card.operated_at),
  published: moment(card.created_at),
  description: clean(card.description),
  author: [authorOf(asked, card.operator)],
  category: categories(card.tags),
})

const SOURCES: Record<string, (asked: PublicRequest, name: string) => Promise<Source>> = {
  async questions(asked, name) {
    if (name) return thread(asked, name)
    const { list } = await asked.ask(questionPage, { query: { order: 'newest' } })
    const { name: title, short_description } = asked.settings.general
    return { title, description: short_description, page: '/', items: list.map((card) => ofCard(asked, card)) }
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
      items: list.map((card) => ofCard(asked, card)),
    }
  },
  async users(asked, username) {
    const [user, questions, answers] = await Promise.all([
      asked.ask(profile, { query: { username } }),
      asked.ask(profileQuestions, { query: { username } }),
      asked.ask(profileAnswers, { query: { username } }),
    ])
    const author = [authorOf(asked, { ...user, username })]
    const asking = questions.list.map((one) => ({
      title: clean(one.title),
      id: asked.address(`/questions/${one.question_id}`),
      link: questionAddress(asked.settings, { id: one.question_id, url_title: one.url_title }),
      date: moment(one.created_at),
      author,
      category: categories(one.tags),
    }))
    const answering = answers.list.map(({ question_info, ...one }) => ({
      title: translate(asked.language, 'discovery.answer_to', { title: clean(question_info.title) }),
      id: asked.address(`/questions/${one.question_id}/${one.answer_id}`),
      link: answerAddress(asked.settings, { id: one.question_id, url_title: question_info.url_title }, one.answer_id),
      date: moment(one.create_time),
      author,
      category: categories(question_info.tags),
    }))
    return {
      title: translate(asked.language, 'discovery.feed_of_user', {
        user: user.display_name,
        site: asked.settings.general.name,
      }),
      description: plainText(user.bio_html),
      page: `/users/${encodeURIComponent(username)}`,
      items: [...asking, ...answering].sort((a, b) => b.date.getTime() - a.date.getTime()),
    }
  },
  async search(asked) {
    const q = asked.query.get('q') ?? ''
    const { list } = await asked.ask(search, { query: { q, order: 'newest' } })
    return {
      title: translate(asked.language, 'discovery.feed_of_search', { q, site: asked.settings.general.name }),
      description: '',
      page: `/search?q=${encodeURIComponent(q)}`,
      items: list.map(({ object_type, object }) => {
        const question = { id: object.question_id, url_title: object.url_title }
        const isAnswer = object_type === 'answer'
        const title = clean(object.title)
        return {
          title: isAnswer ? translate(asked.language, 'discovery.answer_to', { title }) : title,
          id: asked.address(`/questions/${object.question_id}${isAnswer ? `/${object.id}` : ''}`),
          link: isAnswer
            ? answerAddress(asked.settings, question, object.id)
            : questionAddress(asked.settings, question),
          date: moment(object.created_at),
          description: clean(plainText(object.excerpt)),
          author: [authorOf(asked, object.user_info)],
          category: categories(object.tags),
        }
      }),
    }
  },
}

/** A question and its newest answers, whole but for those that would make it too large: their links are there. */
const thread = async (asked: PublicRequest, id: string): Promise<Source> => {
  const { question, answers } = await asked.ask(questionThread, { query: { id, order: 'updated' } })
  const whole = (html: string) => clean(withWholeAddresses(html, asked.settings.general.site_url))
  const path = new URL(questionAddress(asked.settings, question)).pathname
  return {
    title: clean(question.title),
    description: clean(question.description),
    page: path,
    items: [
      ...answers.list.map((one) => ({
        title: translate(asked.language, 'discovery.answer_by', { user: clean(one.user_info.display_name) }),
        id: asked.address(`/questions/${question.id}/${one.id}`),
        link: answerAddress(asked.settings, question, one.id),
        date: moment(one.update_time || one.create_time),
        published: moment(one.create_time),
        ...(one.html && { content: whole(one.html) }),
        author: [authorOf(asked, one.user_info)],
      })),
      {
        title: clean(question.title),
        id: asked.address(`/questions/${question.id}`),
        link: questionAddress(asked.settings, question),
        date: moment(question.edit_time || question.create_time),
        published: moment(question.create_time),
        content: whole(question.html),
        author: [authorOf(asked, question.user_info)],
        category: categories(question.tags),
      },
    ],
  }
}

const FEED = /^(questions|search|(?:questions|tags|users)\/[^/]{1,150})\.(atom|rss|json)$/

const written = ({ address, settings, request, language }: PublicRequest, source: Source, format: Format) => {
  const own = request.url.split('?')
  const addressIn = (other: Format) => address(own[0]!.replace(/\.\w+$/, `.${other}`) + (own[1] ? `?${own[1]}` : ''))
  const feed = new Feed({
    title: clean(source.title),
    description: clean(source.description),
    id: addressIn('atom'),
    link: address(source.page),
    language: language.replace('_', '-'),
    updated: source.items.reduce((latest, { date }) => (date > latest ? date : latest), new Date(0)),
    generator: 'Askwell',
    favicon: address('/favicon.ico'),
    feedLinks: { atom: addressIn('atom'), rss: addressIn('rss'), json: addressIn('json') },
    author: { name: clean(settings.general.name), link: address('/') },
  })
  for (const item of source.items) feed.addItem(item)
  return FORMATS[format].write(feed)
}

/** `/feeds/questions.atom`, `/feeds/tags/NAME.rss`, `/feeds/users/NAME.json`, `/feeds/questions/ID.atom`, `/feeds/search.atom?q=…`. */
export const addFeeds = (add: AddPublicAddress) =>
  add('/feeds/*', async (asked) => {
    const [, what = '', format = ''] = FEED.exec(asked.params['*'] ?? '') ?? []
    if (!what) return undefined
    const [kind = '', name = ''] = what.split('/')
    const source = await SOURCES[kind]!(asked, name)
    return { type: FORMATS[format as Format].type, body: written(asked, source, format as Format) }
  })
