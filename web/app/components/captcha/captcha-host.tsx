import { CallFailed } from '@askwell/web/context.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { type AskUser, captchaDialog } from '../../captcha.ts'
import type { CaptchaDialog } from './captcha-dialog.tsx'

interface Fetched {
  Dialog: ComponentType<Parameters<typeof CaptchaDialog>[0]>
  onReady: (ask: AskUser) => void
}

/** On every page. The dialog is fetched with the first call that needs a captcha, and stays. */
export function CaptchaHost() {
  const [fetched, setFetched] = useState<Fetched>()
  useEffect(() => {
    let dialog: Promise<AskUser> | undefined
    const fetchDialog = async () => {
      const { CaptchaDialog: Dialog } = await import('./captcha-dialog.tsx').catch(() => {
        dialog = undefined
        throw new CallFailed(503, 'unreachable', '', null)
      })
      // Not in a transition: that would wait for the form that waits for this.
      return new Promise<AskUser>((onReady) => setFetched({ Dialog, onReady }))
    }
    captchaDialog.ask = async (wanted) => (await (dialog ??= fetchDialog()))(wanted)
    return () => {
      captchaDialog.ask = undefined
    }
  }, [])
  return fetched && <fetched.Dialog onReady={fetched.onReady} />
}
