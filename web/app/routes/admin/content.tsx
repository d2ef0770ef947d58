// words: admin.erase_all_* admin.erased_all admin.find_* admin.none_*
import { ADMIN_QUERY_MAX } from '@askwell/contract/limits.ts'
import type { ReactNode } from 'react'
import { PageForm } from '../../forms.tsx'
import { pagesOf } from '../../shared/listing.ts'
import { PageMeta } from '../../shared/page-meta.tsx'
import { useText } from '../../text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import './content.css'

export interface Wish { filter: string; query: string; page: number }

/** What the address asks for, with the usual in the place of nonsense. */
export const wishIn = ({ searchParams }: URL, filters: readonly string[]): Wish => {
  const filter = searchParams.get('filter') ?? ''
  const page = searchParams.get('page') ?? ''
  return { filter: filters.includes(filter) ? filter : filters[0]!, query: (searchParams.get('query') ?? '').slice(0, ADMIN_QUERY_MAX), page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1 }
}

interface Props extends Wish {
  kind: 'questions' | 'answers'
  icon: IconName
  filters: readonly string[]
  count: number
  children: ReactNode
}

/** Questions or answers by their state: the frame of both pages of the administration. */
export function ContentPage({ kind, icon, filters, filter, query, page, count, children }: Props) {
  const t = useText('admin') // words: admin.page_questions admin.page_answers admin.state_*
  const address = (to: Partial<Wish>) => `?${new URLSearchParams({ filter: to.filter ?? filter, ...(query && { query }), ...((to.page ?? 1) > 1 && { page: String(to.page) }) })}`
  const title = t(`page_${kind}`)
  return (
    <>
      <PageMeta title={title} hidden />
      <PageTitle note={t(`count_${kind}`, { count })}>{title}</PageTitle>
      <form method="get" role="search" className="admin-filter">
        <input type="hidden" name="filter" value={filter} />
        <TextInput name="query" key={query} label={t(`find_${kind}`)} help={t(`find_${kind}_help`)} type="search" defaultValue={query} maxLength={ADMIN_QUERY_MAX} />
      </form>
      <Tabs label={t('filter')}>{filters.map((name) => <Tab key={name} to={address({ filter: name })} current={name === filter}>{t(name === 'available' && kind === 'answers' ? 'state_shown' : `state_${name}`)}</Tab>)}</Tabs>
      {count === 0 ? <Empty icon={icon} title={t(`none_${kind}`)} /> : children}
      <Pagination label={title} page={page} pages={pagesOf(count)} address={(to) => address({ page: to })} />
      {filter === 'deleted' && <EraseAll kind={kind} some={count > 0} />}
    </>
  )
}

/** For good, and all at once: asked once more, and in other words. */
function EraseAll({ kind, some }: { kind: Props['kind']; some: boolean }) {
  const t = useText('admin')
  return (
    <PageForm intent="erase_all">
      {(_field, { busy, done }) => (
        <>
          {done && <Notice kind="success" role="status">{t('erased_all')}</Notice>}
          {some && (
            <Panel title={t('erase_all_title')}>
              <div className="content-erase">
                <p>{t(`erase_all_${kind}`)}</p>
                <Confirm summaryClass="button button-danger" summary={<><Icon name="trash" small />{t('erase_all')}</>} question={t('erase_all_sure')}>
                  <SubmitButton size="small" look="danger-fill" busy={busy}>{t('erase_all_send')}</SubmitButton>
                </Confirm>
              </div>
            </Panel>
          )}
        </>
      )}
    </PageForm>
  )
}
