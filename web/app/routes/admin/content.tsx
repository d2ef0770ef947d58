// words: admin.find_* admin.none_*
import { ADMIN_QUERY_MAX } from '@askwell/contract/limits.ts'
import { CallFailed } from '@askwell/web/context.ts'
import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { pagesOf } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { EraseAll, EraseSome } from './erase.tsx'
import './content.css'

export interface ContentQuery {
  filter: string
  query: string
  page: number
}

/** What the address asks for, with the usual in the place of nonsense. */
export const queryIn = ({ searchParams }: URL, filters: readonly string[]): ContentQuery => {
  const filter = searchParams.get('filter') ?? ''
  const page = searchParams.get('page') ?? ''
  return {
    filter: filters.includes(filter) ? filter : filters[0]!,
    query: (searchParams.get('query') ?? '').slice(0, ADMIN_QUERY_MAX),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

/** The last page is gone once everything on it has been dealt with: the first one then. */
export const pageOrFirst = async <T,>(read: () => Promise<T>, { page }: ContentQuery, url: URL): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (page === 1 || !(error instanceof CallFailed) || error.status !== 404) throw error
    const query = new URLSearchParams(url.searchParams)
    query.delete('page')
    throw redirect(`${url.pathname}?${query}`)
  }
}

interface Props extends ContentQuery {
  kind: 'questions' | 'answers'
  icon: IconName
  filters: readonly string[]
  count: number
  children: ReactNode
}

/** Questions or answers by their state: the frame of both pages of the administration. */
export function ContentPage({ kind, icon, filters, filter, query, page, count, children }: Props) {
  const t = useText('admin') // words: admin.page_questions admin.page_answers admin.state_*
  const address = (to: Partial<ContentQuery>) =>
    `?${new URLSearchParams({ filter: to.filter ?? filter, ...(query && { query }), ...((to.page ?? 1) > 1 && { page: String(to.page) }) })}`
  const title = t(`page_${kind}`)
  return (
    <>
      <PageMeta title={title} hidden />
      <PageTitle note={t(`count_${kind}`, { count })}>{title}</PageTitle>
      <form method="get" role="search" className="admin-filter">
        <input type="hidden" name="filter" value={filter} />
        <TextInput
          name="query"
          key={query}
          label={t(`find_${kind}`)}
          help={t(`find_${kind}_help`)}
          type="search"
          defaultValue={query}
          maxLength={ADMIN_QUERY_MAX}
        />
      </form>
      <Tabs label={t('filter')}>
        {filters.map((name) => (
          <Tab key={name} to={address({ filter: name })} current={name === filter}>
            {t(name === 'available' && kind === 'answers' ? 'state_shown' : `state_${name}`)}
          </Tab>
        ))}
      </Tabs>
      {filter === 'deleted' && <EraseSome some={count > 0} />}
      {count === 0 ? <Empty icon={icon} title={t(`none_${kind}`)} /> : children}
      <Pagination label={title} page={page} pages={pagesOf(count)} address={(to) => address({ page: to })} />
      {filter === 'deleted' && <EraseAll kind={kind} some={count > 0} />}
    </>
  )
}
