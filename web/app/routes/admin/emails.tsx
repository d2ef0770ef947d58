import { EMAIL_KINDS, resendMail, type SentMail, sentMails } from '@askwell/contract/emails.ts'
import { ADMIN_QUERY_MAX } from '@askwell/contract/limits.ts'
import { Form, useActionData } from 'react-router'
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
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import './operations.css'
import type { Route } from './+types/emails.ts'

const STATES = ['', 'failed', 'sent'] as const

const load = async ({ call, url: { searchParams } }: RouteContext) => {
  const [asked, named, before] = ['status', 'kind', 'before'].map((name) => searchParams.get(name) ?? '')
  const status = STATES.find((one) => one === asked) ?? ''
  const kind = EMAIL_KINDS.find((one) => one === named) ?? ''
  const query = (searchParams.get('query') ?? '').slice(0, ADMIN_QUERY_MAX)
  const from = /^[1-9]\d{0,14}$/.test(before!) ? before : undefined
  const found = await call(sentMails, { query: { status, kind, query, ...(from && { before: from }) } })
  return { ...found, status, kind, query, from }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) => call(resendMail, { body: { id: text(form, 'id') } })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Emails({ loaderData: { list, more, status, kind, query, from } }: Route.ComponentProps) {
  const t = useText('admin_operations')
  const words = useText('admin')
  const outcome = useActionData() as Outcome | undefined
  const address = (to: { status?: string; before?: string }) =>
    `?${new URLSearchParams({
      status: to.status ?? status,
      ...(kind && { kind }),
      ...(query && { query }),
      ...(to.before && { before: to.before }),
    })}`
  return (
    <>
      <PageMeta title={t('emails_title')} hidden />
      <PageTitle>{t('emails_title')}</PageTitle>
      <p className="page-lead">
        {t('emails_lead')} <Link to={paths.admin('smtp')}>{t('emails_settings')}</Link>
      </p>
      <RefusalErrors refusal={outcome?.ok === false ? outcome : undefined} />
      {outcome?.ok && <Notice kind="success" role="status" title={t('email_resent')} />}
      <form method="get" role="search" className="operations-filter">
        <input type="hidden" name="status" value={status} />
        <TextInput
          key={query}
          name="query"
          label={t('email_find')}
          type="search"
          defaultValue={query}
          maxLength={ADMIN_QUERY_MAX}
        />
        <Select
          key={kind}
          name="kind"
          label={t('email_kind')}
          defaultValue={kind}
          options={[
            { value: '', label: t('email_every_kind') },
            ...EMAIL_KINDS.map((one) => ({ value: one, label: words(`email_${one}`) })),
          ]}
        />
        <Button type="submit">{t('filter')}</Button>
      </form>
      <Tabs label={t('email_states')}>
        {STATES.map((one) => (
          <Tab key={one} to={address({ status: one })} current={one === status}>
            {t(`emails_${one || 'all'}`)}
          </Tab>
        ))}
      </Tabs>
      {list.length === 0 ? (
        <Empty icon="mail" title={t('emails_none')} />
      ) : (
        <Table
          caption={t('emails_title')}
          columns={[
            { name: t('email_to') },
            { name: t('email_kind') },
            { name: t('email_when') },
            { name: t('email_outcome') },
            { name: <span className="visually-hidden">{t('acts')}</span> },
          ]}
        >
          {list.map((mail) => (
            <Row key={mail.id} mail={mail} />
          ))}
        </Table>
      )}
      {(from || more) && (
        <nav className="button-row operations-older" aria-label={t('emails_title')}>
          {from && <ButtonLink to={address({})}>{t('newest')}</ButtonLink>}
          {more && <ButtonLink to={address({ before: list.at(-1)!.id })}>{t('older')}</ButtonLink>}
        </nav>
      )}
    </>
  )
}

function Row({ mail }: { mail: SentMail }) {
  const t = useText('admin_operations')
  const words = useText('admin')
  return (
    <tr>
      <th scope="row" data-label={t('email_to')}>
        <bdi className="operations-name">
          {mail.user_id ? <Link to={paths.admin(`users/${mail.user_id}`)}>{mail.address}</Link> : mail.address}
        </bdi>
      </th>
      <td data-label={t('email_kind')}>{words(`email_${mail.kind}`)}</td>
      <td data-label={t('email_when')}>
        <Time at={mail.updated_at} exact />
      </td>
      <td data-label={t('email_outcome')}>
        {mail.status === 'sent'
          ? t(mail.answer ? 'email_sent' : 'email_saved')
          : t('email_failed', { count: mail.attempts })}
        {mail.status === 'failed' && (
          <>
            {' '}
            {mail.next_try_at ? (
              <>
                {words('next_try')} <Time at={mail.next_try_at} exact />
              </>
            ) : (
              words('given_up')
            )}
          </>
        )}
        <p className={mail.status === 'failed' ? 'job-error' : 'job-answer'}>
          {mail.answer || (mail.status === 'sent' && t('email_outbox'))}
        </p>
      </td>
      <td className="actions">
        {mail.status === 'failed' && (
          <Form method="post" preventScrollReset>
            <FormToken />
            <input type="hidden" name="id" value={mail.id} />
            <SubmitButton look="plain" size="small">
              {t('email_resend')}
              <span className="visually-hidden">{` ${mail.address}`}</span>
            </SubmitButton>
          </Form>
        )}
      </td>
    </tr>
  )
}
