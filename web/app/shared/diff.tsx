import { useState, type ReactNode } from 'react'
import { useText } from '../text.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { type Cell, diffOf, type DiffRow, stretchesOf } from './text-diff.ts'
import './tag-chip.css'
import './diff.css'

/** A text as it was or is. */
export interface Compared {
  title: string
  content: string
  tags: string[]
}

/**
 * Holds differences, and how to look at them: side by side, or one below the other. The choice works without scripts too, by the style sheet;
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

/** What became of title, tags and text. Parts that are the same are left out, but for a text that is all there is. */
export function Diff({ before, after }: { before: Compared; after: Compared }) {
  const t = useText('revisions')
  const same =
    before.title === after.title && before.content === after.content && before.tags.join() === after.tags.join()
  return (
    <div className="diff">
      {before.title !== after.title && <DiffPart label={t('title')} before={before.title} after={after.title} />}
      {before.tags.join() !== after.tags.join() && <TagsDiff before={before.tags} after={after.tags} />}
      {(before.content !== after.content || same) && (
        <DiffPart label={t('text')} before={before.content} after={after.content} />
      )}
    </div>
  )
}

function DiffPart({ label, before, after }: { label: string; before: string; after: string }) {
  const t = useText('revisions')
  const rows = diffOf(before, after)
  return (
    <section className="diff-part" aria-label={label}>
      <h4 className="diff-label">{label}</h4>
      {stretchesOf(rows).map(({ rows: some, folded }) => {
        const key = `${some[0]!.before?.number ?? 0}-${some[0]!.after?.number ?? 0}`
        const lines = some.map((row) => (
          <Row key={`${row.before?.number ?? ''}-${row.after?.number ?? ''}`} row={row} />
        ))
        return folded ? (
          <details key={key} className="diff-fold">
            <summary>{t('unchanged', { count: some.length })}</summary>
            {lines}
          </details>
        ) : (
          <div key={key}>{lines}</div>
        )
      })}
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

function Line({ cell, kind, copy }: { cell: Cell | null; kind: 'same' | 'add' | 'del'; copy?: boolean }) {
  if (!cell) return <div className="diff-line" data-kind="empty" />
  const Changed = kind === 'add' ? 'ins' : 'del'
  return (
    // An unchanged line stands on both sides, and is read out once.
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
