import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import {
  canKeep,
  canPush,
  forgetPages,
  keepPages,
  pushSubscription,
  startPush,
  stopPush,
} from '../../service-worker.ts'
import { isStoringPages } from '../../stored-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingRow, Settings } from '../../ui/settings.tsx'

type State = 'unknown' | 'impossible' | 'off' | 'on' | 'refused' | 'failed'

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** What this device does only when it is told to, by a button. */
export function DevicesPanel({ pushKey, devices }: { pushKey: string; devices: number }) {
  const t = useText('settings')
  const [push, setPush] = useState<State>('unknown')
  const [kept, setKept] = useState<State>('unknown')
  useEffect(() => {
    setKept(canKeep() ? (isStoringPages() ? 'on' : 'off') : 'impossible')
    if (!canPush()) return setPush('impossible')
    void pushSubscription().then(
      (subscription) => setPush(subscription ? 'on' : Notification.permission === 'denied' ? 'refused' : 'off'),
      () => setPush('off'),
    )
  }, [])
  const turnPush = async () => {
    if (push === 'on') await stopPush()
    setPush(push === 'on' ? 'off' : (await startPush(pushKey)) ? 'on' : 'refused')
  }
  const turnKept = async () => {
    if (kept === 'on') await forgetPages()
    else
      await keepPages(
        `<!doctype html><html lang="${document.documentElement.lang}"><meta name="viewport" content="width=device-width"><title>${escaped(t('offline_title'))}</title><body style="font:1rem/1.5 system-ui;max-width:34rem;margin:20vh auto;padding:0 1rem"><h1>${escaped(t('offline_title'))}</h1><p>${escaped(t('offline_text'))}</p>`,
      )
    setKept(kept === 'on' ? 'off' : 'on')
  }
  return (
    <Panel title={t('device')} note={t('device_note')} id="device">
      <Settings>
        <SettingRow name={t('push')} help={t('push_help', { count: devices })}>
          <p role="status">{t(`push_${push}`)}</p>
          {(push === 'off' || push === 'on' || push === 'failed') && (
            <Button onClick={() => void turnPush().catch(() => setPush('failed'))}>
              {t(push === 'on' ? 'push_stop' : 'push_start')}
            </Button>
          )}
        </SettingRow>
        <SettingRow name={t('offline')} help={t('offline_help')}>
          <p role="status">{t(kept === 'on' ? 'offline_on' : kept === 'off' ? 'offline_off' : `push_${kept}`)}</p>
          {(kept === 'off' || kept === 'on' || kept === 'failed') && (
            <Button onClick={() => void turnKept().catch(() => setKept('failed'))}>
              {t(kept === 'on' ? 'offline_stop' : 'offline_start')}
            </Button>
          )}
        </SettingRow>
      </Settings>
    </Panel>
  )
}
