import { RATE_REFUSAL_DAYS } from '@askwell/contract/limits.ts'
import { type Limit, liftLimits, rateLimits, type Refusal } from '@askwell/contract/rate-limits.ts'
import { Form, useActionData } from 'react-router'
import { FormToken, inBrowserSubmit, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { PageHead } from './page-head.tsx'
import { inUnits } from './in-units.ts'
import './operations.css'
import type { Route } from './+types/rate-limits.ts'

const PAGE_SIZE = 30

const load = async ({ call, url }: RouteContext) => {
  const page = pageIn(url)
  return { ...(await call(rateLimits, { query: { page, page_size: PAGE_SIZE } })), page }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) => {
  const network = text(form, 'network')
  return call(liftLimits, { body: network ? { network } : { user_id: text(form, 'user_id') } })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** Of a limit that counts tries at an account, not the calls of a person. */
const isOfAttempts = ({ name }: Limit) => name.startsWith('attempt_')

export default function RateLimits({ loaderData: { limits, refusals, page } }: Route.ComponentProps) {
  const t = useText('admin_operations')
  const title = useText('admin')('page_rate_limits')
  const outcome = useActionData() as Outcome | undefined
  return (
    <>
      <PageHead title={title} lead={t('limits_lead')} outcome={outcome} />
      {outcome?.ok && <Notice kind="success" role="status" title={t('limits_lifted')} />}
      {limits.every(({ one }) => one === 0) && <Notice kind="warning" title={t('limits_off')} />}
      <Panel title={t('limits_refused')}>
        <p className="page-lead">{t('limits_refused_help', { days: RATE_REFUSAL_DAYS })}</p>
        {refusals.list.length === 0 ? (
          <Empty icon="circleCheck" heading="h3" title={t('limits_nobody')} />
        ) : (
          <Table
            caption={t('limits_refused')}
            columns={[
              { name: t('limit_who') },
              { name: t('limit_what') },
              { name: t('limit_count'), number: true },
              { name: t('limit_last') },
              { name: <span className="visually-hidden">{t('acts')}</span> },
            ]}
          >
            {refusals.list.map((one) => (
              <Refused key={`${one.name} ${one.user?.id ?? 0} ${one.network} ${one.first_at}`} refusal={one} />
            ))}
          </Table>
        )}
        <Pagination
          label={t('limits_refused')}
          page={page}
          pages={Math.ceil(refusals.count / PAGE_SIZE)}
          address={(to) => (to > 1 ? `?page=${to}` : '?')}
        />
      </Panel>
      <Panel title={t('limits_figures')}>
        <p className="page-lead">{t('limits_figures_help')}</p>
        <Figures
          caption={t('limit_calls')}
          one={t('limit_one')}
          all={t('limit_all')}
          limits={limits.filter((one) => !isOfAttempts(one))}
        />
        <Figures
          caption={t('limit_attempts')}
          one={t('limit_from_one')}
          all={t('limit_from_all')}
          limits={limits.filter(isOfAttempts)}
        />
      </Panel>
    </>
  )
}

function Refused({ refusal: { name, user, network, count, last_at } }: { refusal: Refusal }) {
  const t = useText('admin_operations')
  const { number } = useLanguage()
  return (
    <tr>
      <th scope="row" data-label={t('limit_who')}>
        {user ? <Link to={paths.admin(`users/${user.id}`)}>{user.display_name}</Link> : network || t('limit_others')}
        {user && network && <span className="job-answer operations-file">{t('limit_tried_from', { network })}</span>}
      </th>
      <td data-label={t('limit_what')}>{t(`limit_${name}`)}</td>
      <td data-label={t('limit_count')} className="number">
        {number(count)}
      </td>
      <td data-label={t('limit_last')}>
        <Time at={last_at} exact />
      </td>
      <td className="actions">
        {(user || network) && (
          <Form method="post" preventScrollReset className="job-acts">
            <FormToken />
            {user ? (
              <input type="hidden" name="user_id" value={user.id} />
            ) : (
              <input type="hidden" name="network" value={network} />
            )}
            <SubmitButton name="intent" value="lift" look="plain" size="small">
              {t('limit_lift')}
              <span className="visually-hidden">{` ${user?.display_name ?? network}, ${t(`limit_${name}`)}`}</span>
            </SubmitButton>
          </Form>
        )}
      </td>
    </tr>
  )
}

function Figures({ caption, one, all, limits }: { caption: string; one: string; all: string; limits: Limit[] }) {
  const t = useText('admin_operations')
  const { number, tag } = useLanguage()
  return (
    <section className="operations-part">
      <h3>{caption}</h3>
      <Table
        caption={caption}
        columns={[
          { name: t('limit_what') },
          { name: one, number: true },
          { name: all, number: true },
          { name: t('limit_within') },
        ]}
      >
        {limits.map((limit) => (
          <tr key={limit.name}>
            <th scope="row" data-label={t('limit_what')}>
              {t(`limit_${limit.name}`)}
            </th>
            <td data-label={one} className="number">
              {number(limit.one)}
            </td>
            <td data-label={all} className="number">
              {number(limit.all)}
            </td>
            <td data-label={t('limit_within')}>{inUnits(tag, limit.seconds * 1000)}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
