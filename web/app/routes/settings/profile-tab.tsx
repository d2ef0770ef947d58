import type { CurrentUser } from '@askwell/contract/accounts.ts'
import { BIO_MAX, DISPLAY_NAME, LOCATION_MAX, USERNAME, WEBSITE_MAX } from '@askwell/contract/limits.ts'
import { PageForm } from '../../forms.tsx'
import { useSite } from '../../root-data.ts'
import { useText } from '../../text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Radio } from '../../ui/checkbox.tsx'
import { FieldError, fieldId } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingRow, Settings } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** The call that takes the picture names its field `file`, and so do its errors. */
function PictureField({ error, disabled }: { error: string | undefined; disabled: boolean }) {
  const t = useText('settings')
  const id = fieldId('file')
  return (
    <>
      <input type="hidden" name="picture_missing" value={t('picture_missing')} />
      <input type="file" name="picture" id={id} accept="image/png,image/jpeg,image/webp" aria-label={t('picture')} aria-invalid={error ? true : undefined} aria-describedby={error && `${id}-error`} disabled={disabled} />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  )
}

type Profile = Pick<NonNullable<CurrentUser>, 'username' | 'display_name' | 'avatar' | 'bio' | 'website' | 'location'>

export function ProfileTab({ profile }: { profile: Profile }) {
  const t = useText('settings')
  const may = useSite().site_users
  const custom = profile.avatar.type === 'custom'
  return (
    <PageForm encType="multipart/form-data" labels={{ display_name: t('display_name'), username: t('username'), file: t('avatar'), bio: t('bio'), website: t('website'), location: t('location') }}>
      {(field, { busy, done }) => (
        <>
          {done && <Notice kind="success" role="status">{t('saved')}</Notice>}
          <Settings foot={<SubmitButton busy={busy}>{t('save')}</SubmitButton>}>
            <TextInput {...field('display_name', profile.display_name)} label={t('display_name')} help={t('display_name_help')} maxLength={DISPLAY_NAME.max} readOnly={!may.allow_update_display_name} required />
            <TextInput {...field('username', profile.username)} label={t('username')} help={t('username_help')} maxLength={USERNAME.max} readOnly={!may.allow_update_username} required />
            <SettingRow name={t('avatar')} help={t('avatar_help')}>
              <Avatar name={profile.display_name} url={profile.avatar.custom} size="large" />
              <input type="hidden" name="avatar_custom" value={profile.avatar.custom} />
              <Radio name="avatar_type" value="default" label={t('avatar_default')} defaultChecked={!custom} disabled={!may.allow_update_avatar} />
              <Radio name="avatar_type" value="custom" label={t('avatar_custom')} defaultChecked={custom} disabled={!may.allow_update_avatar} />
              <PictureField error={field('file').error} disabled={!may.allow_update_avatar} />
            </SettingRow>
            <Textarea {...field('bio', profile.bio)} label={t('bio')} help={t('bio_help')} maxLength={BIO_MAX} rows={5} readOnly={!may.allow_update_bio} />
            <TextInput {...field('website', profile.website)} label={t('website')} type="url" maxLength={WEBSITE_MAX} placeholder="https://" readOnly={!may.allow_update_website} />
            <TextInput {...field('location', profile.location)} label={t('location')} maxLength={LOCATION_MAX} readOnly={!may.allow_update_location} />
          </Settings>
        </>
      )}
    </PageForm>
  )
}
