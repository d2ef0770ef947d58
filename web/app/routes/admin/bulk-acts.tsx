import { bulkPage, type BulkRow } from '@askwell/contract/bulk.ts'
import { BULK_UNDO_DAYS, PAGE } from '@askwell/contract/limits.ts'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import type { Route } from './+types/bulk-acts.ts'

const load = async ({ call, url }: RouteContext) => {
  const page = pageIn(url)
  return { ...(await call(bulkPage, { query: { page, page_size: PAGE.size } })), page }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function BulkActs({ loaderData: { list, count, page } }: Route.ComponentProps) {
  const t = useText('bulk')
  const { number } = useLanguage()
  const title = t('acts_on_many')
  return (
    <>
      <PageMeta title={title} hidden />
      <PageTitle note={t('count_acts', { count })}>{title}</PageTitle>
      <p className="page-lead">{t('acts_lead', { days: BULK_UNDO_DAYS })}</p>
      {count === 0 ? (
        <Empty icon="list" title={t('no_acts')} />
      ) : (
        <Table
          caption={title}
          columns={[
            { name: t('act') },
            { name: t('by') },
            { name: t('done'), number: true },
            { name: t('when') },
            { name: t('state') },
          ]}
        >
          {list.map((act) => (
            <tr key={act.id}>
              <th scope="row" data-label={t('act')}>
                <Link to={paths.admin(`bulk/${act.id}`)}>
                  {t('act_on', { act: t(`act_${act.act}`), kind: t(`kind_${act.kind}`) })}
                </Link>
              </th>
              <td data-label={t('by')}>{act.begun_by}</td>
              <td data-label={t('done')} className="number">
                {number(act.done)}
              </td>
              <td data-label={t('when')}>
                <Time at={act.created_at} />
              </td>
              <td data-label={t('state')}>
                <BulkState act={act} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pagination
        label={title}
        page={page}
        pages={Math.ceil(count / PAGE.size)}
        address={(to) => `${paths.admin('bulk')}?page=${to}`}
      />
    </>
  )
}

/** How far it is, in a word or two. */
export function BulkState({ act }: { act: BulkRow }) {
  const t = useText('bulk')
  if (act.task_status !== 'done')
    return (
      <Label kind={act.task_status === 'failed' ? 'danger' : 'accent'}>
        {t(act.undoing ? `undoing_${act.task_status}` : `task_${act.task_status}`)}
      </Label>
    )
  if (act.undoing) return <Label icon="undo">{t('undone')}</Label>
  return <Label>{t('task_done')}</Label>
}
