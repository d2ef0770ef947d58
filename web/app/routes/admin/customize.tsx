import { CSS_CLASSES, CSS_VARIABLES } from '@askwell/contract/css-classes.ts'
import { CUSTOM_HTML_MAX } from '@askwell/contract/limits.ts'
import {
  type CustomCssHtml,
  customCssHtml,
  customFindings,
  type CustomFindings,
  draftCustomCssHtml,
  saveCustomCssHtml,
} from '@askwell/contract/site-settings.ts'
import { useEffect, useRef } from 'react'
import { useActionData, useNavigation } from 'react-router'
import {
  inBrowserSubmit,
  isOn,
  onServerSubmit,
  type Outcome,
  PageForm,
  RefusalErrors,
  type Submission,
  text,
} from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { CodeField } from '../../components/code/code-field.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { FieldLayout } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { PreviewFrame, previewPages } from './preview-frame.tsx'
import './customize.css'
import type { Route } from './+types/customize.ts'

const FIELDS = ['custom_head', 'custom_header', 'custom_sidebar', 'custom_footer', 'custom_css'] as const

const load = async (visit: RouteContext) => {
  const [now, findings, pages] = await Promise.all([
    visit.call(customCssHtml),
    visit.call(customFindings),
    previewPages(visit),
  ])
  return { now, findings, pages }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const typed = (form: FormData): CustomCssHtml => ({
  custom_head: text(form, 'custom_head'),
  custom_header: text(form, 'custom_header'),
  custom_sidebar: text(form, 'custom_sidebar'),
  custom_footer: text(form, 'custom_footer'),
  custom_css: text(form, 'custom_css'),
  allow_scripts: isOn(form, 'allow_scripts'),
  allowed_hosts: text(form, 'allowed_hosts')
    .split(/[\s,]+/)
    .filter(Boolean),
})

interface Previewed {
  custom: CustomCssHtml
  findings: CustomFindings
  /** Another one for each look, so that the frame is loaded anew. */
  at: number
}

const send = async ({ call, form }: Submission): Promise<Previewed | null> => {
  const body = typed(form)
  if (text(form, 'intent') !== 'preview') return call(saveCustomCssHtml, { body })
  return { custom: body, findings: await call(draftCustomCssHtml, { body }), at: Date.now() }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Customize({ loaderData: { now: saved, findings, pages } }: Route.ComponentProps) {
  const t = useText('admin')
  const outcome = useActionData() as Outcome<Previewed | null> | undefined
  const navigation = useNavigation()
  const previewed = outcome?.ok && outcome.intent === 'preview' ? outcome.value : null
  const refused = outcome && !outcome.ok && outcome.intent === 'preview' ? outcome : undefined
  const now = previewed?.custom ?? saved
  const isPreviewing = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'preview'
  return (
    <>
      <PageMeta title={t('page_customize')} hidden />
      <PageTitle>{t('page_customize')}</PageTitle>
      <div className="page-lead">
        <p>{t('customize_lead')}</p>
        <SafeModeNote />
      </div>
      <Found findings={previewed?.findings ?? findings} />
      {previewed && <Preview pages={pages} previewed={previewed} />}
      <RefusalErrors refusal={refused} labels={{ allowed_hosts: t('allowed_hosts') }} />
      <PageForm
        encType="multipart/form-data"
        labels={{ ...Object.fromEntries(FIELDS.map((name) => [name, t(name)])), allowed_hosts: t('allowed_hosts') }}
      >
        {(field, { busy, done, refusal }) => {
          const before = (name: string, value: string) => ({
            ...field(name, refused?.values[name] ?? value),
            ...(refused?.errors[name] && { error: refused.errors[name] }),
          })
          return (
            <FieldLayout value="above">
              {done && (
                <Notice kind="success" role="status">
                  {t('saved')}
                </Notice>
              )}
              {FIELDS.map((name) => (
                <CodeField
                  key={name}
                  {...before(name, now[name])}
                  label={t(name)}
                  help={t(`${name}_help`)}
                  language={name === 'custom_css' ? 'css' : 'html'}
                  maxLength={CUSTOM_HTML_MAX}
                  rows={name === 'custom_css' ? 14 : 6}
                />
              ))}
              <Classes />
              <SettingRow name={t('custom_scripts')} help={t('allow_scripts_help')}>
                <Switch
                  name="allow_scripts"
                  label={t('allow_scripts')}
                  defaultChecked={
                    (refusal ?? refused) ? (refusal ?? refused)!.values.allow_scripts !== undefined : now.allow_scripts
                  }
                />
              </SettingRow>
              <Textarea
                {...before('allowed_hosts', (now.allowed_hosts ?? []).join('\n'))}
                label={t('allowed_hosts')}
                help={t('allowed_hosts_help')}
                rows={3}
                dir="ltr"
                spellCheck={false}
              />
              <ButtonRow>
                <SubmitButton busy={busy}>{t('save')}</SubmitButton>
                <Button type="submit" name="intent" value="preview" busy={isPreviewing}>
                  {t('preview')}
                </Button>
              </ButtonRow>
            </FieldLayout>
          )
        }}
      </PageForm>
    </>
  )
}

/** How one gets back here if a page can't be used any more. */
function SafeModeNote() {
  const t = useText('admin')
  const { general } = useSite()
  const address = general.site_url + paths.safeMode()
  return (
    <Notice title={t('safe_mode_title')}>
      <p className="notice-note">
        {t('safe_mode_note')} <a href={paths.safeMode()}>{address}</a>
      </p>
    </Notice>
  )
}

/** What pages leave out, and what they load from elsewhere. */
function Found({ findings: { left_out, hosts, inline_scripts } }: { findings: CustomFindings }) {
  const t = useText('admin')
  if (left_out.length + hosts.length + inline_scripts === 0) return null
  return (
    <div className="custom-found">
      {left_out.length > 0 && (
        <Notice kind="warning" icon="circleAlert" role="status" title={t('left_out_title')}>
          <ul className="notice-note">
            {left_out.map(({ field, what }) => (
              <li key={`${field} ${what}`}>
                {t(field)}:{' '}
                <code>{what === '#text' ? t('left_out_text') : what === '#all' ? t('left_out_all') : what}</code>
              </li>
            ))}
          </ul>
          <p className="notice-note">{t('left_out_note')}</p>
        </Notice>
      )}
      {hosts.length + inline_scripts > 0 && (
        <Notice title={t('custom_loads')}>
          <ul className="notice-note">
            {inline_scripts > 0 && <li>{t('inline_scripts', { count: inline_scripts })}</li>}
            {hosts.map((host) => (
              <li key={host}>
                <code>{host}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

/** The site as it would be; only this admin sees it so. */
function Preview({ pages, previewed }: { pages: Route.ComponentProps['loaderData']['pages']; previewed: Previewed }) {
  const t = useText('admin')
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => {
    here.current!.scrollIntoView({ block: 'start' })
  }, [previewed.at])
  return (
    <div className="custom-preview" ref={here}>
      <Notice role="status">{t('preview_unsaved')}</Notice>
      <PreviewFrame key={previewed.at} pages={pages} query={`preview=custom&at=${previewed.at}`} />
    </div>
  )
}

const groups = Object.keys(CSS_CLASSES) as (keyof typeof CSS_CLASSES)[]

/** What own CSS may rely on. */
function Classes() {
  const t = useText('admin')
  return (
    <details className="custom-classes">
      <summary>{t('css_classes')}</summary>
      <p className="setting-help">{t('css_classes_help')}</p>
      <dl>
        {groups.map((group) => (
          <div key={group}>
            <dt>{t(`css_${group}`)}</dt>
            <dd>
              {CSS_CLASSES[group].map((name) => (
                <code key={name}>.{name} </code>
              ))}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('css_variables')}</dt>
          <dd>
            {CSS_VARIABLES.map((name) => (
              <code key={name}>{name} </code>
            ))}
          </dd>
        </div>
      </dl>
    </details>
  )
}
