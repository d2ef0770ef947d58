import type { Profile } from '@askwell/contract/profiles.ts'
import { paths } from '../../paths.ts'
import { pagesOf, withQuery } from '../../components/lists/listing.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LineChart } from '../../ui/chart/charts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { GainItem } from './gain-item.tsx'
import { hasChanged, KINDS, type LedgerFilter, type Shown } from './profile-tabs.ts'
import { NextThreshold, Thresholds } from './thresholds.tsx'

type Ledger = Extract<Shown, { tab: 'reputation' }>

/** Where reputation comes from, what it allows, and how it grew. */
export function ReputationTab({ profile, shown, own }: { profile: Profile; shown: Ledger; own: boolean }) {
  const t = useText('users')
  const { standing, reputation } = shown
  return (
    <>
      {own && <Today standing={standing} />}
      {hasChanged(reputation) && (
        <Panel title={t('over_time')} id="reputation-over-time">
          <LineChart name={t('reputation')} points={reputation.map(({ at, total }) => ({ at, value: total }))} />
        </Panel>
      )}
      <Panel title={t('ledger')} note={t('ledger_note')} id="ledger">
        <Entries profile={profile} shown={shown} />
      </Panel>
      <Panel title={t('allows')} id="allows">
        <NextThreshold standing={standing} />
        <details className="all-thresholds">
          <summary>
            {t('allows_all')}
            <Icon name="chevronDown" small />
          </summary>
          <Thresholds standing={standing} />
        </details>
      </Panel>
      {standing.may_correct && (
        <Panel title={t('correct')} note={t('correct_note')} id="correct">
          {standing.correction_max > 0 ? (
            <CorrectionForm username={profile.username} most={standing.correction_max} />
          ) : (
            <p>{t('correct_none_left')}</p>
          )}
        </Panel>
      )}
    </>
  )
}

/** From the day's first point on. */
function Today({ standing: { gained_today, daily_limit } }: Pick<Ledger, 'standing'>) {
  const t = useText('users')
  const { number } = useLanguage()
  if (gained_today === 0) return null
  const reached = gained_today >= daily_limit
  return (
    <div className="profile-notice">
      <Notice kind={reached ? 'warning' : undefined} icon="clock">
        {t(reached ? 'today_reached' : 'today', { gained: number(gained_today), limit: number(daily_limit) })}
      </Notice>
    </div>
  )
}

function Entries({ profile, shown: { filter, page, count, list } }: { profile: Profile; shown: Ledger }) {
  const t = useText('users')
  const path = paths.user(profile.username, 'reputation')
  const narrowed = Object.values(filter).some(Boolean)
  return (
    <>
      {(narrowed || count > 1) && <Filter key={JSON.stringify(filter)} path={path} filter={filter} />}
      {count === 0 ? (
        <Empty
          icon="inbox"
          title={t(narrowed ? 'none_like_that' : 'none_reputation')}
          actions={narrowed && <ButtonLink to={path}>{t('show_all')}</ButtonLink>}
        />
      ) : (
        <ol className="top-list">
          {list.map((gain, place) => (
            <GainItem key={place} gain={gain} />
          ))}
        </ol>
      )}
      <Pagination
        label={t('pages')}
        page={page}
        pages={pagesOf(count)}
        address={(number) => withQuery(path, { ...filter, page: number })}
      />
    </>
  )
}

function Filter({ path, filter }: { path: string; filter: LedgerFilter }) {
  const t = useText('users')
  const kinds = (['', ...KINDS] as const).map((value) => ({ value, label: t(`kind_${value || 'any'}`) }))
  const signs = (['', 'gains', 'losses'] as const).map((value) => ({ value, label: t(`sign_${value || 'any'}`) }))
  return (
    <form className="ledger-filter" method="get" action={path} role="search" aria-label={t('filter_ledger')}>
      <Select name="kind" label={t('kind')} defaultValue={filter.kind} options={kinds} />
      <Select name="sign" label={t('sign')} defaultValue={filter.sign} options={signs} />
      <TextInput name="tag" label={t('with_tag')} defaultValue={filter.tag} maxLength={35} />
      <Button type="submit">{t('show')}</Button>
    </form>
  )
}
