import { SLOW_QUERY_MS } from '@askwell/contract/limits.ts'
import {
  clearSlowQueries,
  saveSlowQuerySettings,
  SLOW_QUERY_ORDERS,
  slowQueries,
  type SlowQuery,
} from '@askwell/contract/slow-queries.ts'
import { Form } from 'react-router'
import { FormToken, inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Settings } from '../../ui/settings.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { PageHead } from './page-head.tsx'
import { inUnits } from './in-units.ts'
import './operations.css'
import type { Route } from './+types/slow-queries.ts'

const load = async ({ call, url }: RouteContext) => {
  const asked = url.searchParams.get('order')
  const order = SLOW_QUERY_ORDERS.find((one) => one === asked) ?? 'total'
  return { ...(await call(slowQueries, { query: { order } })), order }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  text(form, 'intent') === 'clear'
    ? call(clearSlowQueries)
    : call(saveSlowQuerySettings, { body: { slow_query_ms: Number(text(form, 'slow_query_ms')) } })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function SlowQueries({ loaderData: { slow_query_ms, list, order } }: Route.ComponentProps) {
  const t = useText('admin_operations')
  const admin = useText('admin')
  const title = admin('page_slow_queries')
  return (
    <>
      <PageHead title={title} lead={t('slow_lead')} />
      <PageForm intent="settings" labels={{ slow_query_ms: t('slow_query_ms') }}>
        {(field, { busy, done }) => (
          <Settings foot={<SaveFoot save={admin('save')} saved={admin('saved')} {...{ busy, done }} />}>
            <TextInput
              {...field('slow_query_ms', slow_query_ms)}
              label={t('slow_query_ms')}
              help={t('slow_query_ms_help')}
              type="number"
              min={SLOW_QUERY_MS.min}
              max={SLOW_QUERY_MS.max}
              required
            />
          </Settings>
        )}
      </PageForm>
      {list.length === 0 ? (
        <Empty icon="circleCheck" title={t(slow_query_ms ? 'slow_none' : 'slow_off')}>
          {t(slow_query_ms ? 'slow_none_help' : 'slow_off_help')}
        </Empty>
      ) : (
        <section className="operations-part">
          <Tabs label={t('slow_orders')}>
            {SLOW_QUERY_ORDERS.map((one) => (
              <Tab key={one} to={`?order=${one}`} current={one === order}>
                {t(`slow_order_${one}`)}
              </Tab>
            ))}
          </Tabs>
          <Table
            caption={title}
            columns={[
              { name: t('slow_statement') },
              { name: t('slow_order_count'), number: true },
              { name: t('slow_order_total'), number: true },
              { name: t('slow_order_max'), number: true },
              { name: t('slow_order_last') },
            ]}
          >
            {list.map((one) => (
              <Row key={one.statement} query={one} />
            ))}
          </Table>
          <Clear />
        </section>
      )}
    </>
  )
}

/** As much of a statement as tells it from others; the whole of a longer one can be opened. */
const SHORT = 160

function Row({ query }: { query: SlowQuery }) {
  const t = useText('admin_operations')
  const { number, tag } = useLanguage()
  return (
    <tr>
      <th scope="row" data-label={t('slow_statement')} className="slow-statement">
        {query.statement.length <= SHORT ? (
          <code>{query.statement}</code>
        ) : (
          <details>
            <summary>
              <code>{`${query.statement.slice(0, SHORT)}…`}</code>
            </summary>
            <code>{query.statement}</code>
          </details>
        )}
        {query.sources.length > 0 && (
          <p className="job-answer">
            {`${t('slow_from')}: `}
            {query.sources.map((source, place) => (
              <span key={source}>
                {place > 0 && ', '}
                <code>{source}</code>
              </span>
            ))}
          </p>
        )}
      </th>
      <td data-label={t('slow_order_count')} className="number">
        {number(query.count)}
      </td>
      <td data-label={t('slow_order_total')} className="number">
        {inUnits(tag, query.total_ms, 'short')}
      </td>
      <td data-label={t('slow_order_max')} className="number">
        {inUnits(tag, query.max_ms, 'short')}
      </td>
      <td data-label={t('slow_order_last')}>
        <Time at={query.last_at} exact />
      </td>
    </tr>
  )
}

function Clear() {
  const t = useText('admin_operations')
  return (
    <Form method="post" className="operations-part">
      <FormToken />
      <Confirm summaryClass="button button-danger" summary={t('slow_clear')} question={t('slow_clear_sure')}>
        {(cancel) => (
          <>
            <p>{t('slow_clear_means')}</p>
            <div className="dialog-buttons">
              {cancel}
              <SubmitButton name="intent" value="clear" look="danger-fill">
                {t('slow_clear')}
              </SubmitButton>
            </div>
          </>
        )}
      </Confirm>
    </Form>
  )
}
