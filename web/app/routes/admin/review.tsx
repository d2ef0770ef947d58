import { reviewSettings, saveReviewSettings } from '@askwell/contract/site-settings.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/review.ts'

const load = ({ call }: RouteContext) => call(reviewSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(saveReviewSettings, {
    body: {
      hold_first_posts: isOn(form, 'hold_first_posts'),
      first_posts: Number(text(form, 'first_posts')),
      hold_links: isOn(form, 'hold_links'),
      links_rank: Number(text(form, 'links_rank')),
    },
  })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function ReviewSettings({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <SettingsPage
      title={t('page_review')}
      lead={<p>{t('review_lead')}</p>}
      labels={{ first_posts: t('first_posts'), links_rank: t('links_rank') }}
    >
      {(field, switched) => (
        <>
          <SettingRow name={t('hold_first_posts_name')} help={t('hold_first_posts_help')}>
            <Switch
              name="hold_first_posts"
              label={t('hold_first_posts')}
              defaultChecked={switched('hold_first_posts', now.hold_first_posts)}
            />
          </SettingRow>
          <TextInput
            {...field('first_posts', now.first_posts)}
            label={t('first_posts')}
            help={t('first_posts_help')}
            type="number"
            min={1}
            max={100}
            required
          />
          <SettingRow name={t('hold_links_name')} help={t('hold_links_help')}>
            <Switch name="hold_links" label={t('hold_links')} defaultChecked={switched('hold_links', now.hold_links)} />
          </SettingRow>
          <TextInput
            {...field('links_rank', now.links_rank)}
            label={t('links_rank')}
            help={t('links_rank_help')}
            type="number"
            min={2}
            max={100000}
            required
          />
        </>
      )}
    </SettingsPage>
  )
}
