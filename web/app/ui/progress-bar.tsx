import { useText } from '../i18n/text.tsx'
import { useAfter } from './hydrated.ts'
import './progress-bar.css'

/** Sooner than this a page is simply there. */
const DELAY_MS = 150

/** A thin line at the top while something is on its way; nobody knows how much of it is there. */
export function ProgressBar({ busy }: { busy: boolean }) {
  const t = useText('ui')
  return useAfter(DELAY_MS, busy) ? <div className="progress-bar" role="progressbar" aria-label={t('loading')} /> : null
}
