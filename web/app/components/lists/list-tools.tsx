import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { useHere } from '../layout/places.ts'
import './list-tools.css'

interface Order {
  value: string
  label: string
  count?: string
}

interface Props {
  orders: Order[]
  current: string
  address: (order: string) => string
  /** On the right: how to look at the list, what to leave out. */
  end?: ReactNode
}

/** The orders of a list as tabs. */
export function ListTools({ orders, current, address, end }: Props) {
  const t = useText('list')
  return (
    <div className="list-tools">
      <Tabs label={t('order')}>
        {orders.map(({ value, label, count }) => (
          <Tab key={value} to={address(value)} current={value === current} count={count}>
            {label}
          </Tab>
        ))}
      </Tabs>
      {end && <div className="list-tools-end">{end}</div>}
    </div>
  )
}

/** Rows or cards; the choice is stored for the next visit. */
export function ViewSwitch({ view }: { view: 'compact' | 'card' }) {
  const t = useText('list')
  const here = useHere()
  return (
    <SegmentedLinks
      label={t('view')}
      value={view}
      segments={[
        { value: 'compact', label: t('view_compact'), icon: 'rows', to: paths.prefer({ view: 'compact' }, here) },
        { value: 'card', label: t('view_card'), icon: 'layoutList', to: paths.prefer({ view: 'card' }, here) },
      ]}
    />
  )
}
