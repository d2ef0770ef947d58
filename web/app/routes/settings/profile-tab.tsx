import type { CurrentUser } from '@askwell/contract/accounts.ts'
import { BIO_MAX, DISPLAY_NAME, LOCATION_MAX, USERNAME, WEBSITE_MAX } from '@askwell/contract/limits.ts'
import { useDraft } from '../../drafts.ts'
import { PageForm } from '../../forms.tsx'
import { useSite } from '../../root-data.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { useText } from '../../i18n/text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Radio } from '../../ui/checkbox.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { SettingRow, Settings } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { PictureField } from './picture-field.tsx'
import './settings.css'

type Profile = Pick<NonNullable<CurrentUser>, 'username' | 'display_name' | 'avatar' | 'bio' | 'website' | 'location'>

export const PROFILE_DRAFT = 'profile'
const FIELDS = ['display_name', 'username', 'bio', 'website', 'location']

export function ProfileTab({ profile }: { profile: Profile }) {
  const t = useText('settings')
  const { site_users: may, site_write } = useSite()
  const { form, keep, unsaved, version, begin, draft } = useDraft(PROFILE_DRAFT, FIELDS, true)
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
      onInput={({ target }) => {
        if (FIELDS.includes((target as HTMLInputElement).name)) keep()
      }}
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
      {(asked, { busy, done }) => {
        const field = begin(asked)
        return (
          <Settings foot={<SaveFoot save={t('save')} saved={t('saved')} {...{ busy, done }} />}>
            <TextInput
              key={`name-${version}`}
              {...field('display_name', profile.display_name)}
              label={t('display_name')}
              help={t('display_name_help')}
              maxLength={DISPLAY_NAME.max}
              readOnly={!may.allow_update_display_name}
              required
            />
            <TextInput
              key={`username-${version}`}
              {...field('username', profile.username)}
              label={t('username')}
              help={t('username_help')}
              maxLength={USERNAME.max}
              readOnly={!may.allow_update_username}
              required
            />
            <SettingRow name={t('avatar')} help={t('avatar_help', { max: site_write.max_image_size })}>
              <Avatar
                name={profile.display_name}
                seed={profile.username}
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
                maxMegabytes={site_write.max_image_size}
                disabled={!may.allow_update_avatar}
                onChosen={chooseOwn}
              />
            </SettingRow>
            <Textarea
              key={`bio-${version}`}
              {...field('bio', profile.bio)}
              label={t('bio')}
              help={t('bio_help')}
              maxLength={BIO_MAX}
              rows={5}
              readOnly={!may.allow_update_bio}
            />
            <TextInput
              key={`website-${version}`}
              {...field('website', profile.website)}
              label={t('website')}
              type="url"
              maxLength={WEBSITE_MAX}
              placeholder="https://"
              readOnly={!may.allow_update_website}
            />
            <TextInput
              key={`location-${version}`}
              {...field('location', profile.location)}
              label={t('location')}
              maxLength={LOCATION_MAX}
              readOnly={!may.allow_update_location}
            />
            <DraftNote draft={draft} />
            <LeavePrompt unsaved={unsaved && !busy} />
          </Settings>
        )
      }}
    </PageForm>
  )
}
