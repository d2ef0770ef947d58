import {
  type ImportedAnswer,
  type ImportedMember,
  type ImportedPage,
  type ImportedQuestion,
  type Kit,
  plugin,
} from '@askwell/plugin-kit'
import {
  type Comment,
  listComments,
  listPosts,
  listTopics,
  type Post,
  showUsers,
  type Topic,
  type User,
} from './zendesk.ts'

/** Where it goes on: with the comments of these posts, the first from `comments` on; then with the posts behind `after`. */
interface Place {
  posts: number[]
  comments?: string
  /** Whether the first of them has its accepted answer. */
  accepted?: true
  after?: string
}

const pathOf = (address: string | undefined) => (address ? URL.parse(address)?.pathname : undefined)
const isEdited = ({ created_at, updated_at }: Post | Comment) => updated_at !== undefined && updated_at > created_at

const questionOf = (post: Post, topics: Map<number, Topic>): ImportedQuestion => {
  const topic = topics.get(post.topic_id)
  return {
    id: post.id,
    title: post.title,
    text: post.details,
    format: 'html',
    member: post.author_id,
    created_at: post.created_at,
    tags: topic ? [topic.name.replaceAll(/\s+/g, '-')] : [],
    score: post.vote_sum ?? 0,
    bookmarks: post.follower_count ?? 0,
    address: pathOf(post.html_url),
    ...(isEdited(post) && { edited_at: post.updated_at }),
    ...(post.closed && { closed_at: post.updated_at ?? post.created_at }),
  }
}

const answerOf = (comment: Comment, question: number, accepted: boolean): ImportedAnswer => ({
  id: comment.id,
  question,
  text: comment.body,
  format: 'html',
  member: comment.author_id,
  created_at: comment.created_at,
  score: comment.vote_sum ?? 0,
  accepted,
  ...(isEdited(comment) && { edited_at: comment.updated_at }),
})

/** Who has been said already in this process; said again they count once. */
const known = new Set<number>()

/** Who wrote these; who is gone there has no row, and is nameless here. */
const membersOf = async (written: readonly (Post | Comment)[], listed: User[], kit: Kit): Promise<ImportedMember[]> => {
  const first = new Map(written.map(({ author_id, created_at }) => [author_id, created_at]))
  const ids = [...first.keys()].filter((id) => !known.has(id))
  const shown = new Map([...listed, ...(await showUsers(kit, ids))].map((user) => [user.id, user]))
  for (const id of ids) known.add(id)
  return ids.flatMap((id) => {
    const { name, email, created_at } = shown.get(id) ?? {}
    return name ? [{ id, name, e_mail: email, created_at: created_at ?? first.get(id)! }] : []
  })
}

let topics: Promise<Topic[]> | undefined
const topicsOf = (kit: Kit) =>
  (topics ??= listTopics(kit).catch((error: unknown) => {
    topics = undefined
    throw error
  }))

const isOver = ({ posts, after }: Place) => posts.length === 0 && after === undefined
const nextOf = (place: Place) => (isOver(place) ? {} : { next: JSON.stringify(place) })

const readPosts = async (kit: Kit, from: string | undefined): Promise<ImportedPage> => {
  const all = await topicsOf(kit)
  const byId = new Map(all.map((topic) => [topic.id, topic]))
  const { posts, users = [], after } = await listPosts(kit, from)
  return {
    ...(from === undefined && {
      tags: all.map(({ name, description, html_url }) => ({
        name: name.replaceAll(/\s+/g, '-'),
        description,
        address: pathOf(html_url),
      })),
    }),
    members: await membersOf(posts, users, kit),
    questions: posts.map((post) => questionOf(post, byId)),
    ...nextOf({ posts: posts.filter(({ comment_count }) => comment_count !== 0).map(({ id }) => id), after }),
  }
}

const readComments = async (
  kit: Kit,
  { posts: [post, ...others], comments: from, accepted, after }: Place,
): Promise<ImportedPage> => {
  const { comments, users = [], after: more } = await listComments(kit, post!, from)
  const official = accepted ? undefined : comments.find((comment) => comment.official)
  const rest: Place =
    more === undefined
      ? { posts: others, after }
      : { posts: [post!, ...others], comments: more, after, ...((accepted || official) && { accepted: true }) }
  return {
    members: await membersOf(comments, users, kit),
    answers: comments.map((comment) => answerOf(comment, post!, comment === official)),
    ...nextOf(rest),
  }
}

export default plugin({
  importer: {
    read({ from }, kit) {
      if (from === undefined) return readPosts(kit, undefined)
      const place = JSON.parse(from) as Place
      return place.posts.length ? readComments(kit, place) : readPosts(kit, place.after)
    },
  },
})
