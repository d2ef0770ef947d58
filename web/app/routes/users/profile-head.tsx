import type { Profile } from '@askwell/contract/profiles.ts'
import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import type { PersonalBranding } from '@askwell/contract/user-center.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { FollowControl } from '../../components/user/follow-control.tsx'
import { Role, UserAvatar } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import { Time } from '../../ui/time.tsx'
import '../../components/user/profile-head.css'

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address)

/** Who it is: picture, name, when they came and were last here, what they say of themselves. */
export function ProfileHead({
  profile,
  own,
  branding,
}: {
  profile: Profile
  own: boolean
  branding: PersonalBranding['personal_branding']
}) {
  const t = useText('users')
  const manages = isAdmin(useUser())
  const { display_name, username, created_at, last_login_date, location, website, bio_html, status } = profile
  return (
    <header className="profile-head">
      <UserAvatar user={profile} size="large" />
      <div>
        <div className="profile-name">
          <h1 dir="auto">{display_name}</h1>
          {isStaff(profile) && status === 'normal' && (
            <Role>{t(isAdmin(profile) ? 'role_admin' : 'role_moderator')}</Role>
          )}
        </div>
        <div className="profile-facts">
          {status !== 'deleted' && <span>@{username}</span>}
          <span>
            {t('joined')} <Time at={created_at} />
          </span>
          {last_login_date > 0 && (
            <span>
              {t('seen')} <Time at={last_login_date} />
            </span>
          )}
          {location && <span dir="auto">{location}</span>}
          {website && (
            <a href={website} rel="nofollow ugc noopener noreferrer me" target="_blank">
              {hostOf(website)}
            </a>
          )}
          {branding.map(({ name, label, url }) => (
            <span key={name} dir="auto" title={label}>
              {url ? (
                <a href={url} rel="nofollow noopener noreferrer" target="_blank">
                  {name}
                </a>
              ) : (
                name
              )}
            </span>
          ))}
        </div>
        {bio_html && (
          <div className="profile-bio">
            <Prose html={bio_html} look="small" />
          </div>
        )}
      </div>
      {!own && (status === 'normal' || manages) && (
        <ButtonRow>
          {status === 'normal' && <FollowControl object_id={profile.id} is_followed={profile.is_followed} />}
          {manages && (
            <ButtonLink icon="shield" to={paths.admin(`users/${profile.id}`)}>
              {t('manage')}
            </ButtonLink>
          )}
        </ButtonRow>
      )}
      {own && (
        <ButtonRow>
          <ButtonLink icon="settings" to={paths.settings()}>
            {t('settings')}
          </ButtonLink>
        </ButtonRow>
      )}
    </header>
  )
}
