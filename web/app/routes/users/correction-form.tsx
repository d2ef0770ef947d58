import { CORRECTION_REASON } from '@askwell/contract/limits.ts'
import { useState } from 'react'
import { PageForm, useOutcome } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CORRECT } from './send-correction.ts'

/** Another number each time the form of this intent has done something: as its key it makes the form empty again. */
const useTimesDone = (intent: string) => {
  const outcome = useOutcome(intent)
  const [seen, setSeen] = useState({ outcome, times: 0 })
  if (seen.outcome !== outcome) setSeen({ outcome, times: outcome?.ok ? seen.times + 1 : seen.times })
  return seen.times
}

/** Staff give or take points by hand, and say why. */
export function CorrectionForm({ username, most }: { username: string; most: number }) {
  const t = useText('users')
  const labels = { points: t('correct_points'), reason: t('correct_reason') }
  return (
    <PageForm key={useTimesDone(CORRECT)} intent={CORRECT} labels={labels} className="correction-form">
      {(field, { busy, done }) => (
        <>
          <input type="hidden" name="username" value={username} />
          <TextInput
            {...field('points')}
            label={labels.points}
            help={t('correct_points_help', { max: most })}
            type="number"
            inputMode="numeric"
            step={1}
            min={-most}
            max={most}
            required
          />
          <TextInput
            {...field('reason')}
            label={labels.reason}
            help={t('correct_reason_help')}
            maxLength={CORRECTION_REASON.max}
            required
          />
          {done && (
            <Notice kind="success" role="status">
              {t('correct_done')}
            </Notice>
          )}
          <ButtonRow>
            <SubmitButton busy={busy}>{t('correct_do')}</SubmitButton>
          </ButtonRow>
        </>
      )}
    </PageForm>
  )
}
