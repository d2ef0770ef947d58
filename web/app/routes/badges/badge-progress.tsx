import { useText } from '../../i18n/text.tsx'
import { Progress } from '../../ui/progress.tsx'

/** How far one is towards a badge: "7 of 10". */
export function BadgeProgress({ done, target, name }: { done: number; target: number; name: string }) {
  const t = useText('badges')
  return (
    <div className="badge-progress">
      <Progress label={t('progress_towards', { name })} value={done} max={target} />
      <span>{t('progress', { done, target })}</span>
    </div>
  )
}
