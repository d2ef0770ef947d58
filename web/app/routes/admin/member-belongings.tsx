import { BELONGING, type Belonging, type BulkPreview, memberBelongings } from '@askwell/contract/bulk.ts'
import type { ReplyOf } from '@askwell/contract/endpoint.ts'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import type { RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'

const PAGE_SIZE = 20

type Found = ReplyOf<typeof memberBelongings>
export interface Belongings extends Found {
  /** Which kinds there are. */
  some: Belonging[]
  what: Belonging
  page: number
  /** What others have answered stays, and so do their answers. */
  spares: boolean
}

const countIn = ({ figures }: BulkPreview, what: Belonging) => figures.find(({ name }) => name === what)?.count ?? 0

/** One kind of what goes with a member, as the address asks for it; nothing if they have written nothing. */
export const readBelongings = async (
  { call, url }: RouteContext,
  user_id: string,
  { preview, spares }: { preview: BulkPreview; spares: boolean },
): Promise<Belongings | undefined> => {
  const some = BELONGING.filter((what) => countIn(preview, what) > 0 && !(spares && what === 'answer_of_others'))
  const asked = url.searchParams.get('show')
  const what = some.find((one) => one === asked) ?? some[0]
  if (!what) return undefined
  const page = pageIn(url)
  const found = await call(memberBelongings, { query: { user_id, what, page, page_size: PAGE_SIZE } })
  return { ...found, some, what, page, spares }
}

const addressOf = ({ id, kind, question_id, url_title }: Found['list'][number]) => {
  const question = { id: question_id, url_title }
  if (kind === 'comment') return `${paths.question(question)}#comment-${id}`
  return kind === 'answer' ? paths.answer(question, id) : paths.question(question)
}

/** What goes with a member, each thing with a link to it. */
export function MemberBelongings({
  preview,
  belongings: { some, what, page, spares, count, list },
}: {
  preview: BulkPreview
  belongings: Belongings
}) {
  const t = useText('bulk')
  const { number } = useLanguage()
  const [search] = useSearchParams()
  const place = (show: Belonging, to = 1) => {
    const wanted = new URLSearchParams(search)
    wanted.set('show', show)
    wanted.set('page', String(to))
    return `?${wanted}`
  }
  return (
    <section>
      <Tabs label={t('belongings')}>
        {some.map((one) => (
          <Tab key={one} to={place(one)} current={one === what} count={number(countIn(preview, one))} keepScroll>
            {t(`figure_${one}`)}
          </Tab>
        ))}
      </Tabs>
      <ul className="bulk-belongings" aria-label={t(`figure_${what}`)}>
        {list.map((thing) => (
          <li key={thing.id}>
            <Link to={addressOf(thing)} dir="auto">
              {thing.title}
            </Link>
            {thing.answered && spares && <Label kind="accent">{t('content_stay')}</Label>}
            {thing.kind !== 'question' && <p dir="auto">{thing.excerpt}</p>}
            <small>
              {what === 'answer_of_others' && (
                <>
                  <bdi>{thing.user_info.display_name}</bdi>
                  {' · '}
                </>
              )}
              <Time at={thing.created_at} />
            </small>
          </li>
        ))}
      </ul>
      <Pagination
        label={t('belongings')}
        page={page}
        pages={Math.ceil(count / PAGE_SIZE)}
        address={(to) => place(what, to)}
      />
    </section>
  )
}
