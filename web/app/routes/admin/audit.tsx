import { AUDIT_KINDS, auditLog, auditSettings, MODERATION_KINDS, saveAuditSettings } from '@askwell/contract/audit.ts'
import { recoverComment } from '@askwell/contract/comments.ts'
import { AUDIT_DAYS_MAX } from '@askwell/contract/limits.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import { Form } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { Diffs } from '../../components/diff/diff.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor, ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Select } from '../../ui/select.tsx'
import { Settings } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Entry } from './audit-entry.tsx'
import type { Route } from './+types/audit.ts'

const FILTERS = ['actor', 'kind', 'about', 'from', 'to'] as const

const load = async ({ call, url }: RouteContext) => {
  const asked = (name: string) => url.searchParams.get(name) ?? ''
  const filter = Object.fromEntries(FILTERS.map((name) => [name, asked(name)])) as Record<
    (typeof FILTERS)[number],
    string
  >
  const kind = AUDIT_KINDS.find((one) => one === filter.kind) ?? ''
  const found = await call(auditLog, { query: { ...filter, kind, before: asked('before') } })
  const inAdministration = url.pathname.startsWith('/admin')
  const settings = inAdministration ? await call(auditSettings) : undefined
  return { ...found, filter: { ...filter, kind }, before: asked('before'), settings, inAdministration }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  text(form, 'intent') === 'settings'
    ? call(saveAuditSettings, { body: { audit_days: Number(text(form, 'audit_days')) } })
    : call(recoverComment, { body: { comment_id: text(form, 'comment_id') } })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** What staff have done. Admins have it among the pages of the administration; moderators see their part at an address of its own. */
export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { inAdministration } = loaderData
  return inAdministration ? (
    <Log {...loaderData} />
  ) : (
    <PageFrame>
      <Log {...loaderData} />
    </PageFrame>
  )
}

function Log({ list, next, filter, unknown, before, settings }: Route.ComponentProps['loaderData']) {
  const t = useText('audit')
  const forAdmin = isAdmin(useUser())
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const query = (more: Record<string, string>) => `?${new URLSearchParams({ ...given, ...more })}`
  return (
    <>
      <PageMeta title={t('title')} hidden />
      <PageTitle>{t('title')}</PageTitle>
      <div className="page-lead">
        <p>{t(forAdmin ? 'lead' : 'lead_moderator')}</p>
      </div>
      <Filter {...{ filter, unknown, forAdmin }} />
      {list.length === 0 ? (
        <Empty icon="rows" title={t('none')}>
          {t('none_help')}
        </Empty>
      ) : (
        <>
          <div className="audit-tools">
            <ButtonRow>
              <ButtonAnchor href={`/session/audit${query({ format: 'csv' })}`} size="small" download="audit-log.csv">
                {t('export_csv')}
              </ButtonAnchor>
              <ButtonAnchor
                href={`/session/audit${query({ format: 'jsonl' })}`}
                size="small"
                download="audit-log.jsonl"
              >
                {t('export_jsonl')}
              </ButtonAnchor>
            </ButtonRow>
          </div>
          <Diffs label={t('legend')}>
            <ol className="audit-entries">
              {list.map((entry) => (
                <Entry key={entry.id} entry={entry} forAdmin={forAdmin}>
                  {entry.action === 'comment.deleted' && entry.comment?.restorable && (
                    <RestoreComment id={entry.object_id} entry={entry.id} />
                  )}
                </Entry>
              ))}
            </ol>
          </Diffs>
        </>
      )}
      {(before || next) && (
        <nav className="button-row" aria-label={t('title')}>
          {before && <ButtonLink to={query({})}>{t('newest')}</ButtonLink>}
          {next && (
            <ButtonLink to={query({ before: next })} rel="next">
              {t('older')}
            </ButtonLink>
          )}
        </nav>
      )}
      {settings && <Retention days={settings.audit_days} />}
    </>
  )
}

type FilterProps = Pick<Route.ComponentProps['loaderData'], 'filter' | 'unknown'> & { forAdmin: boolean }

function Filter({ filter, unknown, forAdmin }: FilterProps) {
  const t = useText('audit')
  const kinds = forAdmin ? AUDIT_KINDS : MODERATION_KINDS
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <details className="audit-fold" open={isFiltered} key={JSON.stringify(filter)}>
      <summary className="text-button">{t('fold_filter')}</summary>
      <Form className="audit-filter" role="search" aria-label={t('filter')}>
        <TextInput
          name="actor"
          label={t('actor')}
          help={t('actor_help')}
          defaultValue={filter.actor}
          {...(unknown.includes('actor') && { error: t('unknown_actor') })}
        />
        <TextInput
          name="about"
          label={t('about')}
          help={t('about_help')}
          defaultValue={filter.about}
          {...(unknown.includes('about') && { error: t('unknown_about') })}
        />
        <Select
          name="kind"
          label={t('kind')}
          defaultValue={filter.kind}
          options={[
            { value: '', label: t('kind_all') },
            ...kinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) })),
          ]}
        />
        <TextInput name="from" label={t('from')} type="date" defaultValue={filter.from} />
        <TextInput name="to" label={t('to')} type="date" defaultValue={filter.to} />
        <ButtonRow>
          <SubmitButton busy={false}>{t('filter')}</SubmitButton>
          {isFiltered && <ButtonLink to="?">{t('clear')}</ButtonLink>}
        </ButtonRow>
      </Form>
    </details>
  )
}

function RestoreComment({ id, entry }: { id: string; entry: string }) {
  const t = useText('audit')
  return (
    <PageForm intent={`restore ${entry}`}>
      {(_, { busy }) => (
        <>
          <input type="hidden" name="comment_id" value={id} />
          <SubmitButton look="plain" size="small" busy={busy}>
            {t('restore_comment')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}

/** How long entries stay. */
function Retention({ days }: { days: number }) {
  const t = useText('audit')
  const admin = useText('admin')
  return (
    <Panel title={t('retention')}>
      <PageForm intent="settings" labels={{ audit_days: t('days') }}>
        {(field, { busy, done }) => (
          <Settings foot={<SaveFoot save={admin('save')} saved={admin('saved')} {...{ busy, done }} />}>
            <TextInput
              {...field('audit_days', days)}
              label={t('days')}
              help={t('days_help')}
              type="number"
              min={0}
              max={AUDIT_DAYS_MAX}
              required
            />
          </Settings>
        )}
      </PageForm>
    </Panel>
  )
}
