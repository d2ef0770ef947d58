import { UNDO_SECONDS } from '@askwell/contract/limits.ts'
import { TEXT_CHANGED } from '@askwell/contract/reviews.ts'
import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { FormToken, type Outcome } from '../../forms.tsx'
import { remarkName } from '../../components/moderation/reason-fields.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { closingId, KeyOf } from './review-item.tsx'
import type { Decided } from './review.tsx'

/** What came of the last press: decided, with some seconds to undo it; taken by somebody quicker; back in the queue. */
export function Outcomes({ outcome }: { outcome: Outcome<Decided> | undefined }) {
  const t = useText('review')
  const ui = useText('ui')
  const done = outcome?.ok ? outcome.value : undefined
  const taken = done?.taken.filter(({ reason }) => reason !== TEXT_CHANGED) ?? []
  const changed = done?.taken.filter(({ reason }) => reason === TEXT_CHANGED) ?? []
  const undone = useUndoable(done)
  useEffect(() => {
    // What had the focus is gone with its item.
    if (outcome?.ok && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.review-item .question-row-title a')?.focus({ preventScroll: true })
  }, [outcome])
  const refusal = outcome && !outcome.ok ? outcome : undefined
  const wrong = refusal && Object.values(refusal.errors)[0]
  return (
    <div className="review-outcomes">
      {refusal && !refusal.told && (
        <Notice
          kind="danger"
          role="alert"
          title={
            wrong ? (
              <a href={`#${closingId(refusal.values.item ?? '')}-${remarkName(refusal.values.close_type ?? '')}`}>
                {wrong}
              </a>
            ) : (
              refusal.message || ui('unreachable')
            )
          }
        />
      )}
      {changed.length > 0 && (
        <Notice kind="warning" role="alert" title={t('changed_title')}>
          <p>{changed[0]!.msg}</p>
        </Notice>
      )}
      {taken.length > 0 && (
        <Notice kind="info" role="status" title={t('taken_title', { count: taken.length })}>
          {[...new Set(taken.map(({ msg }) => msg))].map((msg) => (
            <p key={msg}>{msg}</p>
          ))}
        </Notice>
      )}
      {outcome?.ok && outcome.intent === 'undo' && (
        <Notice
          role="status"
          title={t(done!.undone.length > 0 ? 'undone' : 'undo_too_late', { count: done!.undone.length })}
        />
      )}
      {undone && (
        <Notice kind="success" role="status" title={<WhatWasDecided {...undone} />}>
          <Form method="post" className="review-undo">
            <FormToken />
            <input type="hidden" name="intent" value="undo" />
            {undone.held.map(({ queue, id }) => (
              <input key={id} type="hidden" name="item" value={`${queue} ${id}`} />
            ))}
            <span className="notice-note">{t('undo_for', { count: UNDO_SECONDS })}</span>
            <Button type="submit" size="small" icon="undo" data-key="z">
              {t('undo')}
              <KeyOf name="z" />
            </Button>
          </Form>
        </Notice>
      )}
    </div>
  )
}

/** What was decided, and on what; for several, on how many. */
function WhatWasDecided({ operation, about, held }: Decided) {
  const t = useText('review')
  if (!operation) return null
  return about && held.length === 1
    ? t(`did_${operation}`, { title: about })
    : t(`did_several_${operation}`, { count: held.length })
}

/** The last that can still be undone; behind it, those before. Without scripts what the page was sent with. */
function useUndoable(done: Decided | undefined): Decided | undefined {
  const [batches, setBatches] = useState<Decided[]>(() => (done?.held.length ? [done] : []))
  const [seen, setSeen] = useState(done)
  if (done !== seen) {
    setSeen(done)
    // An undone batch comes with no new one: it was the last.
    setBatches(done?.held.length ? [...batches, done] : batches.slice(0, -1))
  }
  useEffect(() => {
    if (!done?.held.length) return
    const timer = setTimeout(() => setBatches((all) => all.filter((one) => one !== done)), UNDO_SECONDS * 1000)
    return () => {
      if (!done.held.length) clearTimeout(timer)
    }
  }, [done])
  return batches.at(-1)
}
