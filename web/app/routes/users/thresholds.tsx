import type { Standing, Threshold } from '@askwell/contract/ledger.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'

/** What comes next: the lowest reputation that allows something more, and what that is. */
const nextOf = (thresholds: Threshold[]) => {
  const rank = thresholds.find(({ allowed }) => !allowed)?.rank
  return rank === undefined ? undefined : { rank, all: thresholds.filter((one) => !one.allowed && one.rank === rank) }
}

/** How far it is to the next thing that reputation allows. */
export function NextThreshold({ standing: { rank, thresholds } }: { standing: Standing }) {
  const t = useText('users')
  const { number } = useLanguage()
  const next = nextOf(thresholds)
  if (!next) return <p className="page-lead">{t('may_all')}</p>
  return (
    <div className="next-threshold">
      <p>{t('next_at', { rank: number(next.rank), missing: number(next.rank - rank), count: next.rank - rank })}</p>
      <Progress
        label={t('progress_of', { rank: number(rank), next: number(next.rank) })}
        value={rank}
        max={next.rank}
      />
      <ul className="next-things">
        {next.all.map(({ action, name }) => (
          <li key={action}>
            <Icon name="lock" />
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Everything that reputation allows on this site, from little to much. */
export function Thresholds({ standing: { thresholds } }: { standing: Standing }) {
  const t = useText('users')
  const { number } = useLanguage()
  return (
    <ol className="thresholds">
      {thresholds.map(({ action, name, rank, allowed }) => (
        <li key={action} data-allowed={allowed || undefined}>
          <span className="threshold-rank">{number(rank)}</span>
          <Icon name={allowed ? 'check' : 'lock'} label={t(allowed ? 'may' : 'may_not_yet')} />
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}
