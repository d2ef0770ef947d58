// words: tags.order_*
import { TAG_ORDERS, type TagCard, type TagOrder, tagsPage } from '@askwell/contract/tags.ts'
import { useEffect, useRef, type FormEvent } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type Visit } from '../../session.ts'
import { ListTools } from '../../shared/list-tools.tsx'
import { pageIn, pagesOf, withQuery } from '../../shared/listing.ts'
import { PageFrame } from '../../shared/page-frame.tsx'
import { PageMeta } from '../../shared/page-meta.tsx'
import { TagChip } from '../../shared/tag-chip.tsx'
import { useText } from '../../text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import '../../shared/search-box.css'
import '../../ui/text-input.css'
import './tags.css'
import type { Route } from './+types/list.ts'

const PAGE_SIZE = 36 // fills three and four columns

const load = async ({ call, url }: Visit) => {
  const filter = url.searchParams.get('filter')?.trim().slice(0, 100) ?? ''
  const asked = url.searchParams.get('order') as TagOrder
  const order = TAG_ORDERS.includes(asked) ? asked : 'popular'
  const page = pageIn(url)
  const { count, list } = await call(tagsPage, { query: { page, page_size: PAGE_SIZE, slug_name: filter, query_cond: order } })
  return { filter, order, page, count, tags: list }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Tags({ loaderData: { filter, order, page, count, tags } }: Route.ComponentProps) {
  const t = useText('tags')
  const user = useUser()
  const staff = user?.role_id === 2 || user?.role_id === 3
  const address = (query: { order?: string; page?: number; filter?: string }) => withQuery(paths.tags(), { filter, order, ...query }, { order: 'popular' })
  return (
    <PageFrame>
      <PageMeta title={t('title')} description={t('lead')} canonical={address({ page, filter: '' })} hidden={filter !== ''} pages={{ page, pages: pagesOf(count, PAGE_SIZE), address: (number) => address({ page: number }) }} />
      <PageTitle note={t('count', { count })} end={staff && <ButtonLink to="/tags/create">{t('create')}</ButtonLink>}>{t('title')}</PageTitle>
      <Filter filter={filter} order={order} />
      <ListTools orders={TAG_ORDERS.map((value) => ({ value, label: t(`order_${value}`) }))} current={order} address={(value) => address({ order: value })} />
      {tags.length > 0
        ? <ul className="tag-grid">{tags.map((tag) => <TagCell key={tag.tag_id} tag={tag} />)}</ul>
        : <Empty icon="tag" title={filter ? t('none_like', { filter }) : t('none')} actions={filter && <ButtonLink to={paths.tags()}>{t('all')}</ButtonLink>} />}
      <Pagination label={t('pages')} page={page} pages={pagesOf(count, PAGE_SIZE)} address={(number) => address({ page: number })} />
    </PageFrame>
  )
}

function TagCell({ tag }: { tag: TagCard }) {
  const t = useText('tags')
  return (
    <li className="tag-cell">
      <div className="tag-cell-head"><TagChip tag={tag} /><span className="numbers">{t('questions', { count: tag.question_count })}</span></div>
      {tag.description && <p dir="auto">{tag.description}</p>}
    </li>
  )
}

const PAUSE = 250

/** Filters while one types; without scripts on Enter. */
function Filter({ filter, order }: { filter: string; order: string }) {
  const t = useText('tags')
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Whoever goes somewhere meanwhile, be it by Enter, is not called back.
  const { location: ahead } = useNavigation()
  useEffect(() => { if (ahead) clearTimeout(timer.current) }, [ahead])
  useEffect(() => () => clearTimeout(timer.current), [])
  const typed = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), PAUSE)
  }
  return (
    <Form className="tag-filter" role="search" aria-label={t('filter')} onInput={typed}>
      <span className="search-box">
        <Icon name="search" />
        <input className="input" type="search" name="filter" dir="auto" defaultValue={filter} aria-label={t('filter')} placeholder={t('filter')} autoComplete="off" />
      </span>
      {order !== 'popular' && <input type="hidden" name="order" value={order} />}
    </Form>
  )
}
