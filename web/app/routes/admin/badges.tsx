import { type AdminBadge, adminBadges, awardPast, setBadgeStatus } from '@askwell/contract/badges.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { Form, redirect, useActionData } from 'react-router'
import {
  FormToken,
  inBrowserSubmit,
  onServerSubmit,
  type Outcome,
  RefusalErrors,
  type Submission,
  text,
} from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { BadgeEmblem } from '../../components/badges/badge-emblem.tsx'
import { pageIn } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { RuleWords } from './rule-words.tsx'
import { TaskPanel } from './task-panel.tsx'
import './badges.css'
import type { Route } from './+types/badges.ts'

const FILTERS = ['', 'active', 'inactive'] as const
const KIND = 'award_past_badges'

const load = async ({ call, url }: RouteContext) => {
  const status = FILTERS.find((one) => one === url.searchParams.get('status')) ?? ''
  const q = url.searchParams.get('q') ?? ''
  const page = pageIn(url)
  const [{ list, count }, runs] = await Promise.all([
    call(adminBadges, { query: { status, q, page, page_size: PAGE.size } }),
    call(tasks, { query: { kind: KIND } }),
  ])
  return { list, count, status, q, page, run: runs[0] }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url }: Submission) => {
  const [intent, id] = [text(form, 'intent'), text(form, 'id')]
  if (intent === 'past') await call(awardPast, { body: { ids: [] } })
  else if (intent === 'stop' || intent === 'continue')
    await call(setTaskStatus, { body: { id, status: intent === 'stop' ? 'stopped' : 'running' } })
  else await call(setBadgeStatus, { body: { id, status: intent === 'on' ? 'active' : 'inactive' } })
  return redirect(url.pathname + url.search)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function AdminBadges({ loaderData: { list, count, status, q, page, run } }: Route.ComponentProps) {
  const t = useText('badge_admin')
  const here = paths.admin('badges')
  const outcome = useActionData() as Outcome | undefined
  return (
    <>
      <PageMeta title={t('title')} hidden />
      <PageTitle
        note={t('count', { count })}
        end={
          <ButtonLink look="primary" icon="award" to={`${here}/new`}>
            {t('new')}
          </ButtonLink>
        }
      >
        {t('title')}
      </PageTitle>
      <RefusalErrors refusal={outcome?.ok === false ? outcome : undefined} />
      <TaskPanel
        kind={KIND}
        run={run}
        title={t('past_title')}
        lead={t('past_lead')}
        begin={t('past_begin')}
        intent="past"
      >
        {(result) => t('past_result', { count: (result as { awards: number }).awards })}
      </TaskPanel>
      <form method="get" role="search" className="admin-filter">
        <input type="hidden" name="status" value={status} />
        <TextInput name="q" label={t('find')} type="search" defaultValue={q} />
      </form>
      <Tabs label={t('filter')}>
        {FILTERS.map((name) => (
          <Tab key={name} to={`?${new URLSearchParams({ status: name, q })}`} current={name === status}>
            {t(`filter_${name || 'all'}`)}
          </Tab>
        ))}
      </Tabs>
      {list.length === 0 ? (
        <Empty icon="award" title={t('none')} />
      ) : (
        <Table
          caption={t('title')}
          columns={[
            { name: t('badge') },
            { name: t('group') },
            { name: t('rule') },
            { name: t('awards'), number: true },
            { name: t('status') },
          ]}
        >
          {list.map((badge) => (
            <Row key={badge.id} badge={badge} />
          ))}
        </Table>
      )}
      <Pagination
        label={t('title')}
        page={page}
        pages={Math.ceil(count / PAGE.size)}
        address={(to) => `?${new URLSearchParams({ status, q, page: String(to) })}`}
      />
    </>
  )
}

function Row({ badge }: { badge: AdminBadge }) {
  const t = useText('badge_admin')
  const { number } = useLanguage()
  const on = badge.status === 'active'
  return (
    <tr>
      <th scope="row" data-label={t('badge')}>
        <Link className="table-person" to={`${paths.admin('badges')}/${badge.id}`}>
          <BadgeEmblem icon={badge.icon} level={badge.level} />
          {badge.name}
        </Link>
      </th>
      <td data-label={t('group')}>{badge.group_name}</td>
      <td data-label={t('rule')}>
        <RuleWords rule={badge.rule} is_single={badge.is_single} />
      </td>
      <td data-label={t('awards')} className="number">
        {number(badge.award_count)}
      </td>
      <td className="row-end">
        <Form method="post" preventScrollReset className="badge-switch">
          <FormToken />
          <input type="hidden" name="id" value={badge.id} />
          <input type="hidden" name="intent" value={on ? 'off' : 'on'} />
          <span>{on ? t('is_on') : t('is_off')}</span>
          <Button type="submit" size="small">
            {on ? t('turn_off') : t('turn_on')}
            <span className="visually-hidden">{` ${badge.name}`}</span>
          </Button>
        </Form>
      </td>
    </tr>
  )
}
