import { profileSettings, saveProfileSettings, type Users } from '@askwell/contract/site-settings.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/profiles.ts'

// What members may change of their own profile.
const SWITCHES = [
  'allow_update_display_name',
  'allow_update_username',
  'allow_update_avatar',
  'allow_update_bio',
  'allow_update_website',
  'allow_update_location',
] as const
const AVATARS: Users['default_avatar'][] = ['system', 'gravatar']

const load = ({ call }: RouteContext) => call(profileSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(saveProfileSettings, {
    body: {
      default_avatar: text(form, 'default_avatar') as Users['default_avatar'],
      gravatar_base_url: text(form, 'gravatar_base_url'),
      ...(Object.fromEntries(SWITCHES.map((name) => [name, isOn(form, name)])) as Pick<
        Users,
        (typeof SWITCHES)[number]
      >),
    },
  })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function ProfileSettings({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <SettingsPage
      title={t('page_profiles')}
      lead={t('profiles_lead')}
      labels={{ default_avatar: t('default_avatar'), gravatar_base_url: t('gravatar_base_url') }}
    >
      {(field, switched) => (
        <>
          <SettingRow name={t('members_change')} help={t('members_change_help')}>
            {SWITCHES.map((name) => (
              <Switch key={name} name={name} label={t(name)} defaultChecked={switched(name, now[name])} />
            ))}
          </SettingRow>
          <Select
            {...field('default_avatar', now.default_avatar)}
            label={t('default_avatar')}
            help={t('default_avatar_help')}
            options={AVATARS.map((value) => ({ value, label: t(`avatar_${value}`) }))}
          />
          <TextInput
            {...field('gravatar_base_url', now.gravatar_base_url)}
            label={t('gravatar_base_url')}
            help={t('gravatar_base_url_help')}
            type="url"
          />
        </>
      )}
    </SettingsPage>
  )
}
