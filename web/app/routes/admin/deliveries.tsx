import { type Delivery, deliveries, DELIVERY_STATES, sendDeliveries } from '@askwell/contract/plugins.ts'
import { Form, useActionData } from 'react-router'
import { FormToken, inBrowserSubmit, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { PageHead } from './page-head.tsx'
import './operations.css'
import type { Route } from './+types/deliveries.ts'

const STATES = ['', ...DELIVERY_STATES] as const

const load = async ({ call, params, url: { searchParams } }: RouteContext) => {
  const slug_name = params.pluginSlug ?? ''
  const status = STATES.find((one) => one === searchParams.get('status')) ?? ''
  const before = searchParams.get('before') ?? ''
  const from = /^[1-9]\d{0,14}$/.test(before) ? before : undefined
  const found = await call(deliveries, {
    query: { plugin_slug_name: slug_name, status, ...(from && { before: from }) },
  })
  return { ...found, status, from }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Hours back; 0 is as far as the log goes. */
const SPANS = [1, 24, 168, 0] as const

const send = ({ call, form, params }: Submission) => {
  const id = text(form, 'id')
  const hours = SPANS.find((one) => String(one) === text(form, 'hours')) ?? 0
  const since = hours ? Math.floor(Date.now() / 1000) - hours * 3600 : 0
  return call(sendDeliveries, {
    body: { plugin_slug_name: params.pluginSlug ?? '', ...(id ? { id } : { since }) },
  })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Deliveries({ loaderData }: Route.ComponentProps) {
  const { name, enabled, failed, list, more, status, from } = loaderData
  const t = useText('admin_operations')
  const { number } = useLanguage()
  const outcome = useActionData() as Outcome<{ count: number }> | undefined
  const address = (to: { status?: string; before?: string }) =>
    `?${new URLSearchParams({ status: to.status ?? status, ...(to.before && { before: to.before }) })}`
  return (
    <>
      <PageHead title={t('deliveries_title', { name })} lead={t('deliveries_lead')} outcome={outcome} />
      {!enabled && <Notice kind="warning" title={t('deliveries_off')} />}
      {outcome?.ok && (
        <Notice kind="success" role="status" title={t('deliveries_sent_again', { count: outcome.value?.count ?? 0 })} />
      )}
      <Tabs label={t('deliveries_states')}>
        {STATES.map((one) => (
          <Tab
            key={one}
            to={address({ status: one })}
            current={one === status}
            {...(one === 'failed' && { count: number(failed) })}
          >
            {t(`deliveries_${one || 'all'}`)}
          </Tab>
        ))}
      </Tabs>
      {failed > 0 && enabled && <AllFailed />}
      {list.length === 0 ? (
        <Empty icon="circleCheck" title={t('deliveries_none')} />
      ) : (
        <Table
          caption={t('deliveries_title', { name })}
          columns={[
            { name: t('delivery_event') },
            { name: t('delivery_when') },
            { name: t('delivery_outcome') },
            { name: t('delivery_took'), number: true },
            { name: <span className="visually-hidden">{t('acts')}</span> },
          ]}
        >
          {list.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} enabled={enabled} />
          ))}
        </Table>
      )}
      {(from || more) && (
        <nav className="button-row operations-older" aria-label={t('deliveries_pages')}>
          {from && <ButtonLink to={address({})}>{t('newest')}</ButtonLink>}
          {more && <ButtonLink to={address({ before: list.at(-1)!.id })}>{t('older')}</ButtonLink>}
        </nav>
      )}
    </>
  )
}

function AllFailed() {
  const t = useText('admin_operations')
  return (
    <Form method="post" className="operations-filter" preventScrollReset>
      <FormToken />
      <Select
        name="hours"
        label={t('deliveries_since')}
        options={SPANS.map((hours) => ({ value: String(hours), label: t(`deliveries_since_${hours}`) }))}
      />
      <SubmitButton>{t('deliveries_send_failed')}</SubmitButton>
    </Form>
  )
}

function Row({ delivery, enabled }: { delivery: Delivery; enabled: boolean }) {
  const t = useText('admin_operations')
  const words = useText('admin')
  const { number } = useLanguage()
  const { id, event, object_id, question_id, status, attempts, answer, milliseconds } = delivery
  return (
    <tr>
      <th scope="row" data-label={t('delivery_event')}>
        <code>{event}</code>
        <span className="job-kind">
          {question_id ? <Link to={`/questions/${question_id}`}>{object_id}</Link> : object_id}
        </span>
      </th>
      <td data-label={t('delivery_when')}>
        <Time at={delivery.updated_at} exact />
      </td>
      <td data-label={t('delivery_outcome')}>
        {status === 'delivered'
          ? t('delivery_delivered', { count: attempts })
          : t('delivery_failed', { count: attempts })}
        {status === 'failed' && (
          <>
            {' '}
            {delivery.next_try_at ? (
              <>
                {words('next_try')} <Time at={delivery.next_try_at} exact />
              </>
            ) : (
              words('given_up')
            )}
          </>
        )}
        {answer && <p className={status === 'failed' ? 'job-error' : 'job-answer'}>{answer}</p>}
      </td>
      <td data-label={t('delivery_took')} className="number">
        {t('delivery_milliseconds', { milliseconds: number(milliseconds) })}
      </td>
      <td className="actions">
        {enabled && (
          <Form method="post" preventScrollReset>
            <FormToken />
            <input type="hidden" name="id" value={id} />
            <SubmitButton look="plain" size="small">
              {t('delivery_send_again')}
              <span className="visually-hidden">{` ${event} ${object_id}`}</span>
            </SubmitButton>
          </Form>
        )}
      </td>
    </tr>
  )
}
