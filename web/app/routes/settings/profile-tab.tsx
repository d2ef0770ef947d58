import type { CurrentUser } from '@askwell/contract/accounts.ts'
import { BIO_MAX, DISPLAY_NAME, LOCATION_MAX, USERNAME, WEBSITE_MAX } from '@askwell/contract/limits.ts'
import { useRef } from 'react'
import { PageForm } from '../../forms.tsx'
import { useSite } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Radio } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingRow, Settings } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { PictureField } from './picture-field.tsx'
import './settings.css'

type Profile = Pick<NonNullable<CurrentUser>, 'username' | 'display_name' | 'avatar' | 'bio' | 'website' | 'location'>

export function ProfileTab({ profile }: { profile: Profile }) {
  const t = useText('settings')
  const may = useSite().site_users
  const form = useRef<HTMLFormElement>(null)
  const { type } = profile.avatar
  const chooseOwn = () => {
    ;(form.current!.elements.namedItem('avatar_type') as RadioNodeList).value = 'custom'
  }
  // Where the site gives everybody their Gravatar, that is what one has without choosing.
  const choices =
    may.default_avatar === 'gravatar' || !may.gravatar_base_url
      ? (['default', 'custom'] as const)
      : (['default', 'gravatar', 'custom'] as const)
  const chosen = choices.find((value) => value === type) ?? 'default'
  return (
    <PageForm
      ref={form}
      encType="multipart/form-data"
      labels={{
        display_name: t('display_name'),
        username: t('username'),
        file: t('avatar'),
        bio: t('bio'),
        website: t('website'),
        location: t('location'),
      }}
    >
      {(field, { busy, done }) => (
        <>
          {done && (
            <Notice kind="success" role="status">
              {t('saved')}
            </Notice>
          )}
          <Settings foot={<SubmitButton busy={busy}>{t('save')}</SubmitButton>}>
            <TextInput
              {...field('display_name', profile.display_name)}
              label={t('display_name')}
              help={t('display_name_help')}
              maxLength={DISPLAY_NAME.max}
              readOnly={!may.allow_update_display_name}
              required
            />
            <TextInput
              {...field('username', profile.username)}
              label={t('username')}
              help={t('username_help')}
              maxLength={USERNAME.max}
              readOnly={!may.allow_update_username}
              required
            />
            <SettingRow name={t('avatar')} help={t('avatar_help')}>
              <Avatar
                name={profile.display_name}
                url={profile.avatar[type === 'gravatar' ? 'gravatar' : 'custom']}
                size="large"
              />
              <input type="hidden" name="avatar_custom" value={profile.avatar.custom} />
              {choices.map((value) => (
                <Radio
                  key={value}
                  name="avatar_type"
                  value={value}
                  label={t(
                    value === 'default' && may.default_avatar === 'gravatar' ? 'avatar_gravatar' : `avatar_${value}`,
                  )}
                  help={value === 'gravatar' ? t('avatar_gravatar_help') : undefined}
                  defaultChecked={value === chosen}
                  disabled={!may.allow_update_avatar}
                />
              ))}
              <PictureField
                error={field('file').error ?? field('avatar').error}
                disabled={!may.allow_update_avatar}
                onChosen={chooseOwn}
              />
            </SettingRow>
            <Textarea
              {...field('bio', profile.bio)}
              label={t('bio')}
              help={t('bio_help')}
              maxLength={BIO_MAX}
              rows={5}
              readOnly={!may.allow_update_bio}
            />
            <TextInput
              {...field('website', profile.website)}
              label={t('website')}
              type="url"
              maxLength={WEBSITE_MAX}
              placeholder="https://"
              readOnly={!may.allow_update_website}
            />
            <TextInput
              {...field('location', profile.location)}
              label={t('location')}
              maxLength={LOCATION_MAX}
              readOnly={!may.allow_update_location}
            />
          </Settings>
        </>
      )}
    </PageForm>
  )
}
