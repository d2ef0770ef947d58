import { currentUser } from '@askwell/contract/accounts.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { userPlugins, SETTINGS_PAGES } from '@askwell/contract/plugins.ts'
import { saveInterface, saveProfile } from '@askwell/contract/users.ts'
import { userCenterAgent, userCenterSettings } from '@askwell/contract/user-center.ts'
import { languageOptions } from '@askwell/contract/site.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { dropDraft } from '../../drop-draft.ts'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { AccountTab, savePassword } from './account-tab.tsx'
import { ElsewherePanel } from './elsewhere-panel.tsx'
import { InterfaceTab } from './interface-tab.tsx'
import { LeavePanel } from './leave-panel.tsx'
import { loadNotify, NotifyTab, saveNotify } from './notify-tab.tsx'
import { loadPlugin, PluginTab, savePlugin } from './plugin-tab.tsx'
import { SecurityPanels, SecurityStepPage, useSecurityStep } from './security.tsx'
import { loadSecurity, securityActs } from './security-acts.ts'
import { PROFILE_DRAFT, ProfileTab } from './profile-tab.tsx'
import type { Route } from './+types/settings.ts'

/** All others are plugins'. */
const isOwnTab = (tab: string) => SETTINGS_PAGES.some((name) => name === tab)

/** What of this tab a user center looks after, and where. */
const loadElsewhere = async ({ call }: RouteContext, tab: string) => {
  if (tab !== 'profile' && tab !== 'account') return undefined
  const [{ agent_info }, places] = await Promise.all([call(userCenterAgent), call(userCenterSettings)])
  const { enabled, redirect_url } = places[`${tab}_setting_agent`]
  return enabled && agent_info
    ? ({ what: tab, name: agent_info.display_name, address: redirect_url } as const)
    : undefined
}

const load = async (visit: RouteContext) => {
  const { call, params } = visit
  const tab = params.tab ?? 'profile'
  const [user, languages, plugins, security, notify, elsewhere, fields] = await Promise.all([
    call(currentUser),
    call(languageOptions),
    call(userPlugins),
    tab === 'account' ? loadSecurity(visit) : undefined,
    tab === 'notify' ? loadNotify(visit) : undefined,
    loadElsewhere(visit, tab),
    isOwnTab(tab) ? undefined : loadPlugin(visit, tab),
  ])
  const { username, display_name, avatar, bio, website, location, language, color_scheme, e_mail, have_password } =
    user!
  return {
    tab,
    languages,
    plugins,
    fields,
    security,
    notify,
    elsewhere,
    account: tab === 'account' ? { e_mail, have_password } : undefined,
    profile: { username, display_name, avatar, bio, website, location },
    choices: { language, color_scheme },
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const chosenAvatar = async ({ form, upload }: Submission) => {
  // Where members may not change it, nothing of it is sent.
  if (!form.has('avatar_type')) return undefined
  const picture = form.get('picture')
  // A member who chooses a picture wants it, even if the choice above says otherwise.
  if (picture instanceof File && picture.size > 0)
    return {
      type: 'custom' as const,
      custom: await upload(uploadFile, { source: 'avatar', file: picture }),
      gravatar: '',
    }
  const type = text(form, 'avatar_type') as 'default' | 'gravatar' | 'custom'
  if (type !== 'custom') return { type, custom: '', gravatar: '' }
  const custom = text(form, 'avatar_custom')
  if (!custom)
    throw new CallFailed(400, 'field.required', '', [{ error_field: 'file', error_msg: text(form, 'picture_missing') }])
  return { type: 'custom' as const, custom, gravatar: '' }
}

const send = async (submission: Submission) => {
  const {
    call,
    form,
    params: { tab = 'profile' },
  } = submission
  if (!isOwnTab(tab)) return savePlugin(submission, tab)
  const secure = securityActs[text(form, 'intent')]
  if (secure) return secure(submission)
  if (tab === 'notify') return saveNotify(submission)
  if (form.get('intent') === 'password') return savePassword(submission)
  if (form.get('intent') === 'interface') {
    await call(saveInterface, {
      body: { language: text(form, 'language'), color_scheme: text(form, 'color_scheme') as 'light' },
    })
    // The form is sent as a document; loading that again must not send it again.
    return redirect(`${paths.settings('interface')}?saved`)
  }
  const saved = await call(saveProfile, {
    body: {
      display_name: text(form, 'display_name'),
      username: text(form, 'username'),
      avatar: await chosenAvatar(submission),
      bio: text(form, 'bio'),
      website: text(form, 'website'),
      location: text(form, 'location'),
    },
  })
  dropDraft(PROFILE_DRAFT)
  return saved
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Settings({
  loaderData: { tab, languages, plugins, fields, profile, choices, security, notify, elsewhere, account },
}: Route.ComponentProps) {
  const t = useText('settings')
  const step = useSecurityStep()
  return (
    <PageFrame>
      <PageMeta title={t('title')} hidden />
      <PageTitle>{t('title')}</PageTitle>
      <Tabs label={t('tabs')}>
        {SETTINGS_PAGES.map((name) => (
          <Tab key={name} to={paths.settings(name)} current={name === tab}>
            {t(`tab_${name}`)}
          </Tab>
        ))}
        {plugins.map(({ slug_name, name }) => (
          <Tab key={slug_name} to={paths.settings(slug_name)} current={slug_name === tab}>
            {name}
          </Tab>
        ))}
      </Tabs>
      {elsewhere && !step && <ElsewherePanel {...elsewhere} />}
      {tab === 'profile' && !elsewhere && <ProfileTab profile={profile} />}
      {tab === 'interface' && <InterfaceTab languages={languages} choices={choices} />}
      {account && !step && !elsewhere && <AccountTab account={account} />}
      {security &&
        (step ? <SecurityStepPage step={step} security={security} /> : <SecurityPanels security={security} />)}
      {account && !step && <LeavePanel />}
      {fields && <PluginTab key={tab} fields={fields} />}
      {notify && <NotifyTab {...notify} />}
    </PageFrame>
  )
}
