import {
  checkConfigFile,
  checkDatabase,
  createSite,
  installLanguageOptions,
  writeConfigFile,
} from '@askwell/contract/installation.ts'
import { DEFAULT_LANGUAGE } from '@askwell/contract/limits.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { redirect, useSearchParams } from 'react-router'
import { inBrowserSubmit, isOn, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Steps } from '../../ui/progress.tsx'
import { DatabaseStep } from './database-step.tsx'
import { ConfigStep, LanguageStep, ReadyStep } from './plain-steps.tsx'
import { SiteStep } from './site-step.tsx'
import './install.css'
import type { Route } from './+types/install.ts'

const STEPS = ['language', 'database', 'config', 'site', 'ready'] as const

const isInstalled = (error: unknown) => error instanceof CallFailed && error.reason === 'base.already_installed'

const load = async ({ call, site, url }: RouteContext) => {
  if (site) return null
  try {
    const [languages, file] = await Promise.all([call(installLanguageOptions), call(checkConfigFile)])
    return { languages, file, address: url.origin }
  } catch (error) {
    // The last step's own form, sent without scripts, renders its page on the site it has just made.
    if (isInstalled(error)) return null
    throw error
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Each step asks when it is opened; after the last one there is nothing left to ask. */
export const shouldRevalidate = ({ actionResult }: { actionResult?: Outcome }) => !actionResult?.ok

const databaseOf = (form: FormData) => ({
  db_type: text(form, 'db_type') as 'sqlite3' | 'postgres',
  db_file: text(form, 'db_file'),
  db_host: text(form, 'db_host'),
  db_name: text(form, 'db_name'),
  db_username: text(form, 'db_username'),
  db_password: text(form, 'db_password'),
  ssl_enabled: text(form, 'ssl_mode') !== '' && text(form, 'ssl_mode') !== 'disable',
  ssl_mode: text(form, 'ssl_mode') as 'require',
})

const send = async ({ call, form, url }: Submission) => {
  switch (text(form, 'intent')) {
    case 'database': {
      const database = databaseOf(form)
      const { connection_success } = await call(checkDatabase, { body: database })
      if (!connection_success) throw new CallFailed(400, 'error.database.connection_failed', text(form, 'failed'), null)
      await call(writeConfigFile, { body: database })
      return redirect('/install?step=3')
    }
    default: {
      const field = (name: string) => text(form, name)
      if (field('password') !== field('password2'))
        throw new CallFailed(400, 'field.passwords_differ', '', [
          { error_field: 'password2', error_msg: text(form, 'differ') },
        ])
      await call(createSite, {
        body: {
          lang: field('lang') || DEFAULT_LANGUAGE,
          site_name: field('site_name'),
          site_url: field('site_url') || url.origin,
          contact_email: field('contact_email'),
          name: field('name'),
          password: field('password'),
          email: field('email'),
          login_required: isOn(form, 'login_required'),
          external_content_display: isOn(form, 'ask_before_display') ? 'ask_before_display' : 'always_display',
        },
      })
      return { name: field('site_name') }
    }
  }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Install({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('install')
  const { language } = useRoot()
  const [params] = useSearchParams()
  const outcome = actionData as Outcome | undefined
  const ready = outcome?.ok === true
  // Somebody else, or another tab, was faster. What this page knows of the site is from before there was one.
  const already = outcome?.ok === false && outcome.reason === 'base.already_installed'
  if ((!loaderData || already) && !ready)
    return (
      <AccountPage title={t('already_title')} lead={t('already')}>
        <ButtonAnchor look="primary" block href={paths.home()}>
          {t('to_site')}
        </ButtonAnchor>
      </AccountPage>
    )

  const step = ready ? 5 : Math.min(4, Math.max(1, Number(params.get('step')) || 1))
  return (
    <PageFrame width="wide">
      <title>{t('title')}</title>
      <div className="install">
        <h1 className="login-title">{t('title')}</h1>
        <Steps label={t('steps')} steps={STEPS.map((name) => t(`step_${name}`))} current={step - 1} />
        {step === 1 && <LanguageStep languages={loaderData!.languages} chosen={language} />}
        {step === 2 && <DatabaseStep />}
        {step === 3 && <ConfigStep written={loaderData!.file.config_file_exist} />}
        {step === 4 && <SiteStep language={language} address={loaderData!.address} />}
        {step === 5 && <ReadyStep />}
      </div>
    </PageFrame>
  )
}
