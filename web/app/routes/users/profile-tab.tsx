import type { Profile } from '@askwell/contract/profiles.ts'
import { paths } from '../../paths.ts'
import { ListTools } from '../../components/lists/list-tools.tsx'
import { pagesOf, withQuery } from '../../components/lists/listing.ts'
import { useText } from '../../i18n/text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Overview } from './overview.tsx'
import { AnswerItem, CommentItem, GainItem, QuestionItem, VoteItem } from './profile-items.tsx'
import type { PostOrder, Shown } from './profile-tabs.ts'
import '../../components/lists/top-list.css'

/** The part of a profile that its tab names. */
export function ProfileTab({ profile, shown, own }: { profile: Profile; shown: Shown; own: boolean }) {
  const t = useText('users')
  if (shown.tab === 'overview') return <Overview profile={profile} questions={shown.question} answers={shown.answer} />
  if ('count' in shown) return <Items profile={profile} shown={shown} own={own} />
  return (
    <Empty icon="award" title={t('later_title')}>
      {t('later')}
    </Empty>
  )
}

const STATUS = { 1: 'available', 2: 'closed', 10: 'deleted', 11: 'pending' } as const
const statusOf = ({ status }: { status: keyof typeof STATUS }) => STATUS[status]

type Listed = Extract<Shown, { count: number }>

const itemsOf = (shown: Listed) => {
  switch (shown.tab) {
    case 'answers':
      return shown.list.map((answer) => <AnswerItem key={answer.answer_id} answer={answer} />)
    case 'questions':
      return shown.list.map((question) => <QuestionItem key={question.question_id} question={question} />)
    case 'comments':
      return shown.list.map((comment) => <CommentItem key={comment.comment_id} comment={comment} />)
    case 'reputation':
      return shown.list.map((gain, place) => <GainItem key={place} gain={gain} />)
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

// words: users.order_* users.none_*
function Items({ profile, shown, own }: { profile: Profile; shown: Listed; own: boolean }) {
  const t = useText('users')
  const { tab, page, order, count } = shown
  const address = (query: { order?: PostOrder; page?: number }) =>
    withQuery(paths.user(profile.username, tab), { order, ...query }, { order: 'newest' })
  const sorted = tab === 'answers' || tab === 'questions'
  if (count === 0)
    return (
      <Empty icon="inbox" title={t(`none_${tab}`)}>
        {own ? t('none_own') : undefined}
      </Empty>
    )
  return (
    <>
      {sorted && count > 1 && (
        <ListTools
          orders={(['newest', 'score'] as const).map((value) => ({ value, label: t(`order_${value}`) }))}
          current={order}
          address={(value) => address({ order: value as PostOrder })}
        />
      )}
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
