import { type BulkFilter, type BulkKind, BULK_STATES } from '@askwell/contract/bulk.ts'
import { BULK_QUERY_MAX, TAG_NAME } from '@askwell/contract/limits.ts'
import { Form } from 'react-router'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { dayOf, filterFields, moreFilters } from './bulk-wish.ts'
import './pick-bar.css'

interface Props {
  kind: BulkKind
  filter: BulkFilter
  picks: string[]
  here: string
}

const DAY = 86_400

/** What a list of everything is narrowed to: one field for what is looked for, the rest folded away until it is needed. */
export function BulkFilterForm({ kind, filter, picks, here }: Props) {
  const t = useText('bulk')
  const more = moreFilters(filter)
  const key = filterFields(filter).join()
  const author = kind !== 'user' && (
    <TextInput name="author" label={t('author')} help={t('author_help')} defaultValue={filter.author} />
  )
  const score = t(kind === 'user' ? 'reputation' : 'score')
  return (
    <Form method="get" action={here} role="search" className="admin-filter bulk-filter" key={key}>
      <input type="hidden" name="filter" value={filter.state} />
      {picks.map((pick) => (
        <input key={pick} type="hidden" name="pick" value={pick} />
      ))}
      <TextInput
        name="query"
        label={t(`find_${kind}`)}
        help={t(`find_${kind}_help`)}
        type="search"
        defaultValue={filter.query}
        maxLength={BULK_QUERY_MAX}
      />
      <details open={more > 0}>
        <summary className="text-button">{t('more_filters')}</summary>
        <div className="bulk-filter-grid">
          {author}
          {kind !== 'user' && (
            <TextInput name="tag" label={t('tag')} defaultValue={filter.tag} maxLength={TAG_NAME.max} />
          )}
          <TextInput name="since" label={t('since')} type="date" defaultValue={dayOf(filter.since)} />
          <TextInput
            name="until"
            label={t('until')}
            type="date"
            defaultValue={filter.until ? dayOf(filter.until - DAY) : ''}
          />
          <TextInput
            name="score_min"
            label={t('at_least', { what: score })}
            type="number"
            defaultValue={filter.score_min}
          />
          <TextInput
            name="score_max"
            label={t('at_most', { what: score })}
            type="number"
            defaultValue={filter.score_max}
          />
          <Checkbox name="flagged" label={t('flagged')} defaultChecked={filter.flagged} />
        </div>
        <ButtonRow>
          <SubmitButton look="plain">{t('apply')}</SubmitButton>
          {more > 0 && (
            <ButtonLink look="quiet" to={`${here}?filter=${filter.state}`}>
              {t('reset')}
            </ButtonLink>
          )}
        </ButtonRow>
      </details>
    </Form>
  )
}

/** Where the same list is shown in another state, or at another page. */
export const listAddress = (filter: BulkFilter, picks: string[], page = 1) =>
  `?${new URLSearchParams([
    ...filterFields(filter),
    ...picks.map((pick): [string, string] => ['pick', pick]),
    ...(page > 1 ? [['page', String(page)] as [string, string]] : []),
  ])}`

export function StateTabs({ kind, filter, picks }: Omit<Props, 'here'>) {
  const t = useText('bulk')
  return (
    <Tabs label={t('state')}>
      {BULK_STATES[kind].map((state) => (
        <Tab key={state} to={listAddress({ ...filter, state }, picks)} current={state === filter.state}>
          {t(`state_${state || 'all'}`)}
        </Tab>
      ))}
    </Tabs>
  )
}
