import { ownCollection } from '@askwell/contract/collections.ts'
import {
  ownVotes,
  type Profile,
  profileAnswers,
  profileComments,
  profileQuestions,
  profileReputation,
  topPosts,
} from '@askwell/contract/profiles.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import type { RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'

const TABS = ['overview', 'answers', 'questions', 'bookmarks', 'comments', 'reputation', 'votes', 'badges'] as const
export type TabName = (typeof TABS)[number]

/** Votes and bookmarks are one's own business; of a deleted member nothing is left. */
export const tabsOf = ({ status }: Profile, own: boolean): TabName[] =>
  status === 'deleted' ? [] : TABS.filter((tab) => (tab !== 'votes' && tab !== 'bookmarks') || own)

export type PostOrder = 'newest' | 'score'
const postOrderIn = (url: URL): PostOrder => (url.searchParams.get('order') === 'score' ? 'score' : 'newest')

/** What a part of a profile shows. */
export const loadTab = async ({ call, url }: RouteContext, username: string, tab: TabName) => {
  const page = pageIn(url)
  const order = postOrderIn(url)
  const query = { username, page, page_size: PAGE.size }
  switch (tab) {
    case 'overview':
      return { tab, page, order, ...(await call(topPosts, { query: { username } })) } as const
    case 'answers':
      return { tab, page, order, ...(await call(profileAnswers, { query: { ...query, order } })) } as const
    case 'questions':
      return { tab, page, order, ...(await call(profileQuestions, { query: { ...query, order } })) } as const
    case 'comments':
      return { tab, page, order, ...(await call(profileComments, { query })) } as const
    case 'reputation':
      return { tab, page, order, ...(await call(profileReputation, { query })) } as const
    case 'votes':
      return { tab, page, order, ...(await call(ownVotes, { query: { page, page_size: PAGE.size } })) } as const
    case 'bookmarks':
      return { tab, page, order, ...(await call(ownCollection, { query: { page, page_size: PAGE.size } })) } as const
    // These come with badges themselves; docs/map.md lists them.
    case 'badges':
      return { tab, page, order } as const
  }
}
export type Shown = Awaited<ReturnType<typeof loadTab>>
