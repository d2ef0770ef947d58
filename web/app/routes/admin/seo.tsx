import { PERMALINK_FORMS, questionPath } from '@askwell/contract/permalink.ts'
import { saveSeoSettings, type Seo, seoSettings } from '@askwell/contract/site-settings.ts'
import { useState } from 'react'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Radio, Switch } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { shutsOut } from './robots-check.ts'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/seo.ts'

const load = ({ call }: RouteContext) => call(seoSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(saveSeoSettings, {
    body: {
      permalink: Number(text(form, 'permalink')) as Seo['permalink'],
      robots: text(form, 'robots'),
      index_now: isOn(form, 'index_now'),
    },
  })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const EXAMPLE = { id: '10010000000000042', url_title: 'how-long-does-beer-keep' }

export default function SeoSettings({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  const { general } = useSite()
  const [robots, setRobots] = useState(now.robots)
  const shut = shutsOut(robots, general.site_url)
  return (
    <SettingsPage
      title={t('page_seo')}
      labels={{ permalink: t('permalink'), robots: t('robots'), index_now: t('index_now') }}
    >
      {(field, switched) => {
        const { defaultValue } = field('permalink', now.permalink)
        return (
          <>
            <SettingRow name={t('permalink')} help={t('permalink_help')}>
              {PERMALINK_FORMS.map((form) => (
                <Radio
                  key={form}
                  name="permalink"
                  value={String(form)}
                  label={t(`permalink_${form}`)}
                  help={<bdi dir="ltr">{general.site_url + questionPath(form, EXAMPLE)}</bdi>}
                  defaultChecked={defaultValue === String(form)}
                />
              ))}
            </SettingRow>
            <Textarea
              {...field('robots', now.robots)}
              label={t('robots')}
              help={t('robots_help')}
              rows={14}
              dir="ltr"
              spellCheck={false}
              onChange={(event) => setRobots(event.target.value)}
            />
            {shut && (
              <Notice kind="warning" role="status" title={t('robots_shut_title')}>
                <p>{t(`robots_shut_${shut}`)}</p>
              </Notice>
            )}
            <SettingRow name={t('index_now')} help={t('index_now_help')}>
              <Switch
                name="index_now"
                label={t('index_now_on')}
                defaultChecked={switched('index_now', now.index_now)}
              />
            </SettingRow>
          </>
        )
      }}
    </SettingsPage>
  )
}
