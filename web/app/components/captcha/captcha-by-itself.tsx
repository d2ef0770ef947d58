import type { CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { FieldError } from '../../ui/field.tsx'
import './captcha.css'

type OnSolved = (captcha_code: string) => void

/** What the person needn't type: the browser works it out, or a service gives it. */
export function CaptchaByItself({ captcha, onSolved }: { captcha: CaptchaToSolve; onSolved: OnSolved }) {
  const latest = useRef(onSolved)
  useEffect(() => {
    latest.current = onSolved
  })
  const tell: OnSolved = (code) => latest.current(code)
  if (captcha.captcha_work) return <Work key={captcha.captcha_id} work={captcha.captcha_work} onSolved={tell} />
  return <Frame key={captcha.captcha_id} {...captcha.captcha_frame!} onSolved={tell} />
}

export const solvesItself = (captcha: CaptchaToSolve | undefined) =>
  captcha?.captcha_work !== undefined || captcha?.captcha_frame !== undefined

function Work({ work, onSolved }: { work: NonNullable<CaptchaToSolve['captcha_work']>; onSolved: OnSolved }) {
  const t = useText('captcha')
  const [failed, setFailed] = useState(false)
  const solved = useRef(onSolved)
  useEffect(() => {
    const worker = new Worker(new URL('./work.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<number>) =>
      data < 0 ? setFailed(true) : solved.current(String(data)),
    )
    worker.addEventListener('error', () => setFailed(true))
    worker.postMessage(work)
    return () => worker.terminate()
  }, [work])
  if (failed) return <FieldError id="captcha-failed">{t('work_failed')}</FieldError>
  return (
    <div role="status">
      <p>{t('working')}</p>
      <progress className="captcha-progress" aria-label={t('working')} />
    </div>
  )
}

function Frame({ address, height, onSolved }: { address: string; height: number; onSolved: OnSolved }) {
  const t = useText('captcha')
  const frame = useRef<HTMLIFrameElement>(null)
  const solved = useRef(onSolved)
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<{ captcha_code?: unknown } | null>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (typeof data?.captcha_code === 'string') solved.current(data.captcha_code)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  // Services hold the site's own name against their key: they refuse to work where a sandbox has taken it away.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} className="captcha-frame" src={address} height={height} title={t('frame')} />
}
