import { recentBadges, userBadges } from '@askwell/contract/badges.ts'
import { ownCollection } from '@askwell/contract/collections.ts'
import { drafts } from '@askwell/contract/drafts.ts'
import { profileOverview } from '@askwell/contract/directory.ts'
import { standing } from '@askwell/contract/ledger.ts'
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
import { LEDGER_KINDS, type LedgerKind } from '@askwell/contract/reputation.ts'
import type { RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'

const TABS = [
  'overview',
  'answers',
  'questions',
  'bookmarks',
  'comments',
  'reputation',
  'votes',
  'badges',
  'drafts',
] as const
export type TabName = (typeof TABS)[number]

const OWN: TabName[] = ['votes', 'bookmarks', 'drafts']
/** Votes, bookmarks and drafts are one's own business; of a deleted member nothing is left but, for staff, the ledger. */
export const tabsOf = ({ status }: Pick<Profile, 'status'>, own: boolean, staff: boolean): TabName[] => {
  if (status === 'deleted') return staff ? ['reputation'] : []
  return TABS.filter((tab) => own || !OWN.includes(tab))
}

/** The orders of each list, the usual one first. */
export const ORDERS = {
  answers: ['newest', 'score', 'active'],
  questions: ['newest', 'score', 'active', 'views'],
  comments: ['newest', 'score'],
  votes: ['all', 'up', 'down'],
} as const satisfies Partial<Record<TabName, readonly string[]>>
type Ordered = keyof typeof ORDERS
export const isOrdered = (tab: TabName): tab is Ordered => tab in ORDERS

/** The one that the address asks for, as far as there is such an order. */
const orderIn = <T extends Ordered>(url: URL, tab: T) => {
  const orders = ORDERS[tab] as readonly (typeof ORDERS)[T][number][]
  return orders.find((order) => order === url.searchParams.get('order')) ?? orders[0]!
}

export const KINDS = Object.keys(LEDGER_KINDS) as LedgerKind[]
const SIGNS = ['gains', 'losses'] as const

/** What the ledger is narrowed to. */
const filterIn = ({ searchParams }: URL) => ({
  kind: KINDS.find((kind) => kind === searchParams.get('kind')) ?? ('' as const),
  sign: SIGNS.find((sign) => sign === searchParams.get('sign')) ?? ('' as const),
  tag: (searchParams.get('tag') ?? '').trim().slice(0, 35),
})
export type LedgerFilter = ReturnType<typeof filterIn>

/** Whoever brought all of it along from elsewhere has a line without a bend: there is nothing to see. */
export const hasChanged = (totals: { total: number }[]) => totals.some(({ total }) => total !== totals[0]!.total)

/** What a part of a profile shows. */
export const loadTab = async ({ call, url }: RouteContext, username: string, tab: TabName, deleted: boolean) => {
  const page = pageIn(url)
  const query = { username, page, page_size: PAGE.size }
  switch (tab) {
    case 'overview': {
      const [top, overview, stands, badges] = await Promise.all([
        call(topPosts, { query: { username } }),
        call(profileOverview, { query: { username } }),
        call(standing, { query: { username } }),
        call(recentBadges, { query: { username } }),
      ])
      return { tab, page, ...top, overview, standing: stands, badges: badges.list } as const
    }
    case 'answers': {
      const order = orderIn(url, tab)
      return { tab, page, order, ...(await call(profileAnswers, { query: { ...query, order } })) } as const
    }
    case 'questions': {
      const order = orderIn(url, tab)
      return { tab, page, order, ...(await call(profileQuestions, { query: { ...query, order } })) } as const
    }
    case 'comments': {
      const order = orderIn(url, tab)
      return { tab, page, order, ...(await call(profileComments, { query: { ...query, order } })) } as const
    }
    case 'reputation': {
      const filter = filterIn(url)
      const [list, stands, overview] = await Promise.all([
        call(profileReputation, { query: { ...query, ...filter } }),
        call(standing, { query: { username } }),
        deleted ? null : call(profileOverview, { query: { username } }),
      ])
      return { tab, page, filter, ...list, standing: stands, reputation: overview?.reputation ?? [] } as const
    }
    case 'votes': {
      const order = orderIn(url, tab)
      const direction = order === 'all' ? '' : order
      return {
        tab,
        page,
        order,
        ...(await call(ownVotes, { query: { direction, page, page_size: PAGE.size } })),
      } as const
    }
    case 'bookmarks':
      return { tab, page, ...(await call(ownCollection, { query: { page, page_size: PAGE.size } })) } as const
    case 'drafts':
      return { tab, page, ...(await call(drafts)) } as const
    case 'badges':
      return { tab, page, ...(await call(userBadges, { query: { username } })) } as const
  }
}
export type Shown = Awaited<ReturnType<typeof loadTab>>
