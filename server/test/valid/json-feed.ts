import { Type } from 'typebox'
import { Errors } from 'typebox/value'

// https://jsonfeed.org/version/1.1

const closed = { additionalProperties: false }
const Address = Type.String({ pattern: '^https?://\\S+$' })
const Author = Type.Object(
  { name: Type.Optional(Type.String({ minLength: 1 })), url: Type.Optional(Address), avatar: Type.Optional(Address) },
  { ...closed, minProperties: 1 },
)
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$' })
const Language = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })

const Item = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    url: Type.Optional(Address),
    external_url: Type.Optional(Address),
    title: Type.Optional(Type.String()),
    content_html: Type.Optional(Type.String()),
    content_text: Type.Optional(Type.String()),
    summary: Type.Optional(Type.String()),
    image: Type.Optional(Address),
    banner_image: Type.Optional(Address),
    date_published: Type.Optional(Moment),
    date_modified: Type.Optional(Moment),
    authors: Type.Optional(Type.Array(Author)),
    tags: Type.Optional(Type.Array(Type.String())),
    language: Type.Optional(Language),
  },
  closed,
)
const Feed = Type.Object(
  {
    version: Type.Literal('https://jsonfeed.org/version/1.1'),
    title: Type.String({ minLength: 1 }),
    home_page_url: Type.Optional(Address),
    feed_url: Type.Optional(Address),
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Address),
    favicon: Type.Optional(Address),
    authors: Type.Optional(Type.Array(Author)),
    language: Type.Optional(Language),
    items: Type.Array(Item),
  },
  closed,
)

/** What is wrong with a feed. */
export const jsonFeedFaults = (text: string) => {
  const feed = JSON.parse(text) as { items: { id: string; content_html?: string; content_text?: string }[] }
  const ids = feed.items.map(({ id }) => id)
  return [
    ...Errors(Feed, feed).map((error) => `${error.instancePath} ${error.message}`),
    ...(new Set(ids).size === ids.length ? [] : ['two items have the same id']),
    ...feed.items.flatMap(({ id, content_html, content_text }) =>
      content_html === undefined && content_text === undefined ? [`${id} has no content`] : [],
    ),
  ]
}
