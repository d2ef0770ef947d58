import type { Changes, Compared, DiffCell, DiffRow } from '@askwell/contract/revisions.ts'
import { useState, type ReactNode } from 'react'
import { useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import '../lists/tag-chip.css'
import './diff.css'

/**
 *
 * Differences, and a choice how to look at them: side by side, or one below the other. The choice works without scripts too, by CSS;
 * narrow screens always have one column.
 */
export function Diffs({ label, children }: { label: string; children: ReactNode }) {
  const t = useText('revisions')
  const [view, setView] = useState('sides')
  return (
    <div className="diffs">
      <div className="diffs-head">
        <span>{label}</span>
        <Segmented
          label={t('view')}
          name="diff-view"
          value={view}
          onChange={setView}
          segments={[
            { value: 'sides', label: t('view_sides') },
            { value: 'inline', label: t('view_inline') },
          ]}
        />
      </div>
      {children}
    </div>
  )
}

/** The changes of title, tags and text; `more` leads to the full comparison if it is too much for this page. */
export function Diff({ changes, more }: { changes: Changes | null; more?: string | undefined }) {
  const t = useText('revisions')
  if (!changes)
    return (
      <Notice>
        <p>
          {t('too_much')} {more && <Link to={more}>{t('show_changes')}</Link>}
        </p>
      </Notice>
    )
  const { title, tags, content } = changes
  return (
    <div className="diff">
      {title && <DiffPart label={t('title')} {...title} />}
      {tags && <TagsDiff {...tags} />}
      {content && <DiffPart label={t('text')} {...content} />}
    </div>
  )
}

export function DiffPart({ label, stretches, left_out }: { label: string } & Compared) {
  const t = useText('revisions')
  return (
    <section className="diff-part" aria-label={label}>
      <h4 className="diff-label">{label}</h4>
      {stretches.map(({ rows, folded, count }, at) => {
        const lines = rows.map((row) => (
          <Row key={`${row.before?.number ?? ''}-${row.after?.number ?? ''}`} row={row} />
        ))
        if (!folded)
          // oxlint-disable-next-line react/no-array-index-key -- the stretches of a text never change places
          return <div key={at}>{lines}</div>
        return rows.length ? (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <details key={at} className="diff-fold">
            <summary>{t('unchanged', { count })}</summary>
            {lines}
          </details>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <p key={at} className="diff-left-out">
            {t('unchanged', { count })}
          </p>
        )
      })}
      {left_out > 0 && <p className="diff-left-out">{t('left_out', { count: left_out })}</p>}
    </section>
  )
}

const Row = ({ row: { before, after, same } }: { row: DiffRow }) => (
  <div className="diff-row" data-same={same || undefined}>
    <Line cell={before} kind={same ? 'same' : 'del'} />
    <Line cell={after} kind={same ? 'same' : 'add'} copy={same} />
  </div>
)

const SIGNS = { same: '', add: '+', del: '−' }

function Line({ cell, kind, copy }: { cell: DiffCell | null; kind: 'same' | 'add' | 'del'; copy?: boolean }) {
  if (!cell) return <div className="diff-line" data-kind="empty" />
  const Changed = kind === 'add' ? 'ins' : 'del'
  return (
    // An unchanged line is on both sides, and read out once.
    <div className="diff-line" data-kind={kind} data-copy={copy || undefined} aria-hidden={copy || undefined}>
      <span className="diff-number" aria-hidden="true">
        {cell.number}
      </span>
      <span className="diff-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span className="diff-text" dir="auto">
        {/* oxlint-disable-next-line react/no-array-index-key -- the pieces of a line never change places */}
        {cell.pieces.map(({ text, changed }, at) =>
          changed ? <Changed key={at}>{text}</Changed> : <span key={at}>{text}</span>,
        )}
      </span>
    </div>
  )
}

function TagsDiff({ before, after }: { before: string[]; after: string[] }) {
  const t = useText('revisions')
  return (
    <section className="diff-part" aria-label={t('tags')}>
      <h4 className="diff-label">{t('tags')}</h4>
      <p className="diff-tags">
        {after.map((slug) =>
          before.includes(slug) ? (
            <span key={slug} className="tag" dir="auto">
              {slug}
            </span>
          ) : (
            <ins key={slug} className="tag" dir="auto">
              <span aria-hidden="true">+ </span>
              {slug}
            </ins>
          ),
        )}
        {before
          .filter((slug) => !after.includes(slug))
          .map((slug) => (
            <del key={slug} className="tag" dir="auto">
              <span aria-hidden="true">− </span>
              {slug}
            </del>
          ))}
      </p>
    </section>
  )
}
