import { roles } from '@askwell/contract/administration.ts'
import {
  endSiteInvitation,
  INVITATION_STATES,
  inviteByEmail,
  inviteByLink,
  sendSiteInvitation,
  siteInvitations,
} from '@askwell/contract/site-invitations.ts'
import { redirect, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { InviteForms } from './invite-forms.tsx'
import { InvitationRow } from './invitation-row.tsx'
import './invitations.css'
import type { Route } from './+types/invitations.ts'

const PAGE_SIZE = 20

const load = async ({ call, url }: RouteContext) => {
  const state = INVITATION_STATES.find((one) => one === url.searchParams.get('state')) ?? 'open'
  const page = pageIn(url)
  const [found, all] = await Promise.all([
    call(siteInvitations, { query: { state, page, page_size: PAGE_SIZE } }),
    call(roles),
  ])
  return { ...found, state, page, roles: all }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url }: Submission) => {
  const terms = { role_id: Number(text(form, 'role_id')) as 1 | 2 | 3, days: Number(text(form, 'days')) }
  const back = (did: string) => {
    const state = url.searchParams.get('state') ?? 'open'
    return redirect(`${url.pathname}?${new URLSearchParams({ state, did })}`)
  }
  switch (text(form, 'intent')) {
    case 'email': {
      const { count } = await call(inviteByEmail, { body: { e_mails: text(form, 'e_mails'), ...terms } })
      return redirect(`${url.pathname}?sent=${count}`)
    }
    case 'link':
      return call(inviteByLink, { body: { ...terms, max_uses: Number(text(form, 'max_uses')) } })
    case 'again':
      await call(sendSiteInvitation, { body: { id: text(form, 'id') } })
      return back('sent_again')
    default:
      await call(endSiteInvitation, { body: { id: text(form, 'id') } })
      return back('was_taken_back')
  }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const DONE = ['sent_again', 'was_taken_back'] as const

export default function Invitations({ loaderData: { list, count, state, page, roles: all } }: Route.ComponentProps) {
  const t = useText('people')
  const [search] = useSearchParams()
  const sent = Number(search.get('sent'))
  const done = DONE.find((one) => one === search.get('did'))
  const here = paths.admin('invitations')
  return (
    <>
      <PageMeta title={t('title')} hidden />
      <PageTitle end={<ButtonLink to={`${here}/list`}>{t('import')}</ButtonLink>}>{t('title')}</PageTitle>
      <p className="page-lead">{t('lead')}</p>
      {(sent > 0 || done) && (
        <Notice kind="success" role="status">
          {done ? t(done) : t('sent', { count: sent })}
        </Notice>
      )}
      <InviteForms roles={all} key={search.get('sent')} />
      <Tabs label={t('states')}>
        {INVITATION_STATES.map((one) => (
          <Tab key={one} to={`?state=${one}`} current={one === state}>
            {t(`state_${one}`)}
          </Tab>
        ))}
      </Tabs>
      {list.length === 0 ? (
        <Empty icon="mail" title={t(`none_${state}`)} />
      ) : (
        <Table
          caption={t('title')}
          columns={[
            { name: t('whom') },
            { name: t('role') },
            { name: t('invited_by') },
            { name: t('until') },
            { name: t('status') },
            ...(state === 'open' ? [{ name: <span className="visually-hidden">{t('acts')}</span> }] : []),
          ]}
        >
          {list.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Table>
      )}
      <Pagination
        label={t('title')}
        page={page}
        pages={Math.ceil(count / PAGE_SIZE)}
        address={(to) => `?${new URLSearchParams({ state, page: String(to) })}`}
      />
    </>
  )
}
