import { ACTS_OF, type BulkAct, type BulkFilter, type BulkKind } from '@askwell/contract/bulk.ts'
import { useRef } from 'react'
import { Form } from 'react-router'
import { paths } from '../../paths.ts'
import { useTicked } from '../../components/lists/use-ticked.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Link } from '../../ui/link.tsx'
import { Select } from '../../ui/select.tsx'
import { filterFields, pickOf } from './bulk-wish.ts'
import './pick-bar.css'

export const PICK_FORM = 'pick'

/** In a line of the list. */
export function PickBox({ id, title, picks }: { id: string; title: string; picks: string[] }) {
  const t = useText('bulk')
  const pick = pickOf(id)
  return (
    <Checkbox
      id={`pick-${pick}`}
      name="pick"
      value={pick}
      form={PICK_FORM}
      defaultChecked={picks.includes(pick)}
      label={<span className="visually-hidden">{t('pick', { title })}</span>}
    />
  )
}

interface Props {
  kind: BulkKind
  filter: BulkFilter
  count: number
  picks: string[]
  /** Those of this page. */
  shown: string[]
  here: string
  /** What is deleted can go for good. */
  erases?: boolean
}

/** Deleted things first of all come back. */
const actsFor = (kind: BulkKind, { state }: BulkFilter): readonly BulkAct[] =>
  state === 'deleted' && kind !== 'user' ? ['undelete'] : ACTS_OF[kind]

/**
 * What is done to the lines that are ticked, here and on the pages one has come from: those are in the address.
 * All buttons of the page's numbers belong to this form, too, so that nothing picked is lost on the way.
 */
export function PickBar({ kind, filter, count, picks, shown, here, erases = false }: Props) {
  const t = useText('bulk')
  const form = useRef<HTMLFormElement>(null)
  const ticked = useTicked(form)
  const here_picks = shown.map(pickOf)
  const elsewhere = picks.filter((pick) => !here_picks.includes(pick))
  const fields = filterFields(filter)
  const address = (path: string, more: [string, string][]) => `${path}?${new URLSearchParams([...fields, ...more])}`
  return (
    <Form method="get" action={here} id={PICK_FORM} ref={form} className="pick-bar" preventScrollReset>
      {/* Enter goes on to what is picked, and doesn't turn a page. */}
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="kind" value={kind} />
      {elsewhere.map((pick) => (
        <input key={pick} type="hidden" name="pick" value={pick} />
      ))}
      <span className="pick-count" role="status">
        <span className="needs-script">{t('picked', { count: ticked + elsewhere.length })}</span>
        {elsewhere.length > 0 && (
          <>
            {' '}
            {t('picked_elsewhere', { count: elsewhere.length })}{' '}
            <Link to={address(here, [])} keepScroll>
              {t('clear')}
            </Link>
          </>
        )}
      </span>
      <div className="pick-act">
        <Select
          name="act"
          label={t('act')}
          hideLabel
          options={[...actsFor(kind, filter), ...(erases ? (['erase'] as const) : [])].map((act) => ({
            value: act,
            label: t(`act_${act}`),
          }))}
        />
        <SubmitButton look="plain" formAction={paths.admin('bulk/new')}>
          {t('go_picked')}
        </SubmitButton>
        {count > 0 && (
          <Button type="submit" look="quiet" name="all" value="on" formAction={paths.admin('bulk/new')}>
            {t('go_all', { count })}
          </Button>
        )}
      </div>
    </Form>
  )
}
