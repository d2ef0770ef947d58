import { profile as profileEndpoint } from '@askwell/contract/profiles.ts'
import { personalBranding } from '@askwell/contract/user-center.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { data, redirect, replace } from 'react-router'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { sendFollow } from '../../components/user/follow-control.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { OverviewAside } from './overview-aside.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { loadTab, type TabName, tabsOf } from './profile-tabs.ts'
import { DROP_DRAFT, sendDropDraft } from './send-drop-draft.ts'
import { CORRECT, sendCorrection } from './send-correction.ts'
import './users.css'
import type { Route } from './+types/profile.ts'

const load = async (visit: RouteContext) => {
  const { call, params, user, url } = visit
  const profile = await call(profileEndpoint, { query: { username: params.username! } })
  // Former names lead on, and so does another way to write one.
  if (profile.status !== 'deleted' && profile.username !== params.username)
    throw replace(paths.user(profile.username, params.tab) + url.search, 301)
  const own = user?.username === profile.username
  const tabs = tabsOf(profile, own, isStaff(user))
  const tab = (params.tab ?? 'overview') as TabName
  if (profile.status !== 'deleted' && !tabs.includes(tab)) throw data(null, { status: 404 })
  if (profile.status === 'deleted') {
    const shown = tabs.length > 0 ? await loadTab(visit, profile.username, tabs[0]!, true) : null
    return { profile, own, tabs, tab: tabs[0] ?? tab, shown, branding: [] }
  }
  const [shown, { personal_branding: branding }] = await Promise.all([
    loadTab(visit, profile.username, tab, false),
    call(personalBranding, { query: { username: profile.username } }),
  ])
  return { profile, own, tabs, tab, shown, branding }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = (submission: Submission): Promise<unknown> => {
  const intent = text(submission.form, 'intent')
  if (intent === CORRECT) return sendCorrection(submission)
  return intent === DROP_DRAFT ? sendDropDraft(submission) : sendFollow(submission)
}

/** Without scripts a redirect to the page, so that reloading it does nothing twice. */
const actAndReturn = async (submission: Submission) => {
  await send(submission)
  return redirect(submission.url.pathname)
}
export const action = onServerSubmit(actAndReturn)
export const clientAction = inBrowserSubmit(send)

export default function Profile({ loaderData: { profile, own, tabs, tab, shown, branding } }: Route.ComponentProps) {
  const t = useText('users')
  const format = useFormatCount()
  const user = useUser()
  const counts: Partial<Record<TabName, number>> = {
    answers: profile.answer_count,
    questions: profile.question_count,
    bookmarks: profile.collection_count,
    comments: profile.comment_count,
    reputation: profile.rank,
    votes: profile.vote_count,
    badges: profile.badge_count,
  }
  const here = tab === 'overview' ? undefined : tab
  return (
    <PageFrame
      asideLabel={t('more_about', { name: profile.display_name })}
      aside={
        shown?.tab === 'overview' ? <OverviewAside username={profile.username} shown={shown} own={own} /> : undefined
      }
    >
      <PageMeta
        title={here ? t('title_tab', { name: profile.display_name, tab: t(`tab_${here}`) }) : profile.display_name}
        description={profile.bio.slice(0, 240)}
        canonical={paths.user(profile.username, here)}
        hidden={profile.status !== 'normal'}
      />
      <ProfileHead profile={profile} own={own} branding={branding} />
      {profile.status_msg && (
        <div className="profile-notice">
          <Notice
            kind={profile.status === 'suspended' ? 'warning' : undefined}
            icon={profile.status === 'suspended' ? 'lock' : 'user'}
          >
            {profile.status_msg}
            {profile.status === 'suspended' && profile.suspended_until > 0 && (
              <>
                {' '}
                {t('suspended_until')} <Time at={profile.suspended_until} exact />
              </>
            )}
          </Notice>
        </div>
      )}
      {tabs.length > 0 && (
        <Tabs label={t('parts')}>
          {tabs.map((name) => (
            <Tab
              key={name}
              to={paths.user(profile.username, name === 'overview' ? undefined : name)}
              current={name === tab}
              count={counts[name] ? format(counts[name]) : undefined}
            >
              {t(`tab_${name}`)}
            </Tab>
          ))}
        </Tabs>
      )}
      {shown && <ProfileTab profile={profile} shown={shown} own={own || user?.username === profile.username} />}
    </PageFrame>
  )
}
