import type { EarnedBadge } from '@askwell/contract/badges.ts'
import type { Profile } from '@askwell/contract/profiles.ts'
import { Suspense } from 'react'
import { lazyPart } from '../../chunks.ts'
import { paths } from '../../paths.ts'
import { EarnedBadges, medalsOf } from '../../components/badges/earned-badges.tsx'
import { Medals } from '../../components/badges/medal.tsx'
import { ListTools } from '../../components/lists/list-tools.tsx'
import { pagesOf, withQuery } from '../../components/lists/listing.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Overview } from './overview.tsx'
import { AnswerItem, CommentItem, QuestionItem, VoteItem } from './profile-items.tsx'
import { isOrdered, ORDERS, type Shown } from './profile-tabs.ts'
import '../../components/lists/top-list.css'

/** Its forms and fields come only with this tab. */
const ReputationTab = lazyPart(
  () => import('./reputation-tab.tsx'),
  (part) => part.ReputationTab,
)

const DraftsTab = lazyPart(
  () => import('./drafts-tab.tsx'),
  (part) => part.DraftsTab,
)

/** The part of a profile that its tab names. */
export function ProfileTab({ profile, shown, own }: { profile: Profile; shown: Shown; own: boolean }) {
  if (shown.tab === 'overview') return <Overview profile={profile} shown={shown} />
  if (shown.tab === 'reputation')
    return (
      <Suspense>
        <ReputationTab profile={profile} shown={shown} own={own} />
      </Suspense>
    )
  if (shown.tab === 'drafts')
    return (
      <Suspense>
        <DraftsTab list={shown.list} />
      </Suspense>
    )
  if (shown.tab === 'badges') return <Badges list={shown.list} own={own} />
  return <Items profile={profile} shown={shown} own={own} />
}

function Badges({ list, own }: { list: EarnedBadge[]; own: boolean }) {
  const t = useText('users')
  if (list.length === 0)
    return (
      <Empty
        icon="award"
        title={t('none_badges')}
        actions={<ButtonLink to={paths.badges()}>{t('all_badges')}</ButtonLink>}
      >
        {own ? t('none_badges_own') : undefined}
      </Empty>
    )
  return (
    <Panel title={t('tab_badges')} id="badges" end={<Medals counts={medalsOf(list)} />}>
      <EarnedBadges list={list} />
    </Panel>
  )
}

const STATUS = { 1: 'available', 2: 'closed', 10: 'deleted', 11: 'pending' } as const
const statusOf = ({ status }: { status: keyof typeof STATUS }) => STATUS[status]

type Listed = Exclude<Extract<Shown, { count: number }>, { tab: 'badges' | 'reputation' }>

const itemsOf = (shown: Listed) => {
  switch (shown.tab) {
    case 'answers':
      return shown.list.map((answer) => <AnswerItem key={answer.answer_id} answer={answer} />)
    case 'questions':
      return shown.list.map((question) => <QuestionItem key={question.question_id} question={question} />)
    case 'comments':
      return shown.list.map((comment) => <CommentItem key={comment.comment_id} comment={comment} />)
    case 'bookmarks':
      return shown.list.map((question) => (
        <QuestionItem
          key={question.id}
          question={{
            ...question,
            question_id: question.id,
            created_at: question.create_time,
            status: statusOf(question),
          }}
        />
      ))
    case 'votes':
      return shown.list.map((vote) => <VoteItem key={vote.object_id} vote={vote} />)
  }
}

function Items({ profile, shown, own }: { profile: Profile; shown: Listed; own: boolean }) {
  const t = useText('users')
  const { tab, page, count } = shown
  const order = 'order' in shown ? shown.order : undefined
  const orders = isOrdered(tab) ? ORDERS[tab] : []
  const address = (query: { order?: string; page?: number }) =>
    withQuery(paths.user(profile.username, tab), { order, ...query }, orders[0] ? { order: orders[0] } : {})
  const tools = orders.length > 0 && (count > 1 || order !== orders[0]) && (
    <ListTools
      orders={orders.map((value) => ({ value, label: t(`order_${value}`) }))}
      current={order!}
      address={(value) => address({ order: value })}
    />
  )
  if (count === 0)
    return (
      <>
        {tools}
        <Empty icon="inbox" title={t(`none_${tab}`)}>
          {own ? t('none_own') : undefined}
        </Empty>
      </>
    )
  return (
    <>
      {tools}
      <ol className="top-list">{itemsOf(shown)}</ol>
      <Pagination
        label={t('pages')}
        page={page}
        pages={pagesOf(count)}
        address={(number) => address({ page: number })}
      />
    </>
  )
}
