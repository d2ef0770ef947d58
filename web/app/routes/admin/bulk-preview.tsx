import type { BulkAct, BulkKind, BulkPreview } from '@askwell/contract/bulk.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'

interface Props {
  kind: BulkKind
  act: BulkAct
  preview: BulkPreview
  /** What goes, by itself. */
  things?: ReactNode
  children: ReactNode
}

const FIGURES = ['question', 'answer', 'answer_of_others', 'answered', 'comment', 'vote', 'file'] as const

function Samples({ samples, count }: { samples: BulkPreview['samples']; count: number }) {
  const t = useText('bulk')
  return (
    <ul className="bulk-samples">
      {samples.map(({ id, kind, title }) => (
        <li key={id}>
          {kind === 'user' ? (
            <Link to={paths.admin(`users/${id}`)} dir="auto">
              {title}
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </li>
      ))}
      {count > samples.length && <li>{t('and_more', { count: count - samples.length })}</li>}
    </ul>
  )
}

/** What will happen, before it does. */
export function BulkPreviewPanel({ kind, act, preview, things, children }: Props) {
  const t = useText('bulk')
  const { number } = useLanguage()
  const { count, looked_at, possible, samples, skipped, figures } = preview
  const isAll = looked_at === count
  const known = FIGURES.flatMap((name) => figures.filter((figure) => figure.name === name))
  return (
    <Panel title={t('will_happen')}>
      <p role="status">
        {isAll && possible === 0
          ? t('none_possible', { count })
          : t(isAll ? 'possible' : 'possible_at_least', { act: t(`act_${act}`), possible, count })}
      </p>
      {!isAll && <p>{t('looked_at', { count: looked_at })}</p>}
      <Samples samples={samples} count={possible} />
      {known.length > 0 && (
        <Stats>
          {known.map((figure) => (
            <Stat key={figure.name} name={t(`figure_${figure.name as (typeof FIGURES)[number]}`)}>
              {number(figure.count)}
            </Stat>
          ))}
        </Stats>
      )}
      {things}
      {kind === 'user' && act === 'delete' && <Notice kind="info">{t('delete_note')}</Notice>}
      {skipped.length > 0 && (
        <Notice kind="warning" title={t(isAll ? 'skipped' : 'skipped_at_least', { count: looked_at - possible })}>
          <ul className="bulk-skipped">
            {skipped.map((group) => (
              <li key={group.reason}>
                <strong>{number(group.count)}</strong>: {group.msg}
                <Samples samples={group.samples} count={group.samples.length} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {children}
    </Panel>
  )
}
