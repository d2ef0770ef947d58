import { saveThemeSettings, themeSettings } from '@askwell/contract/site-settings.ts'
import {
  THEME_DENSITIES,
  THEME_FONTS,
  THEME_WIDTHS,
  THEME_PRESETS,
  type ThemeLook,
  type ThemePreset,
} from '@askwell/contract/themes.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { useState } from 'react'
import { useActionData } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Outcome, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { navbarOf } from '../../components/layout/navbar.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { ChoiceGroup, Radio } from '../../ui/checkbox.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Select } from '../../ui/select.tsx'
import { ColorField, Contrast } from './color-field.tsx'
import { PreviewFrame, previewPages } from './preview-frame.tsx'
import { applyLook, fileOf, lookIn, lookInFile, lookOf, presetOf, previewQuery } from './theme-look.ts'
import '../../ui/settings.css'
import './themes.css'
import type { Route } from './+types/themes.ts'

const load = async (visit: RouteContext) => {
  const [theme, pages] = await Promise.all([visit.call(themeSettings), previewPages(visit)])
  return {
    theme: theme.theme,
    saved: lookOf(theme),
    preset: presetOf(visit.url, theme),
    looks: theme.looks ?? [],
    pages,
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const fromFile = async (form: FormData) => {
  const file = form.get('theme_file')
  const look = file instanceof File ? lookInFile(await file.text()) : undefined
  if (look) return look
  throw new CallFailed(400, 'field.bad_file', '', [{ error_field: 'theme_file', error_msg: text(form, 'no_theme') }])
}

const send = async ({ call, form }: Submission): Promise<ThemeLook> => {
  if (text(form, 'intent') === 'import') return fromFile(form)
  const look = lookIn(form)
  if (text(form, 'intent') === 'preview') return look
  const { color_scheme, ...config } = look
  await call(saveThemeSettings, { body: { color_scheme, theme_config: { [text(form, 'theme')]: config } } })
  return look
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Themes({ loaderData: { theme, saved, preset, looks, pages } }: Route.ComponentProps) {
  const t = useText('admin')
  const outcome = useActionData() as Outcome<ThemeLook> | undefined
  // Saving leaves the form as it is, and the keyboard where it was; another look fills it anew.
  const other = outcome?.ok && outcome.intent !== '' ? outcome.value : preset
  const begun = begunWith(outcome) ?? other ?? saved
  return (
    <>
      <PageMeta title={t('page_themes')} hidden />
      <PageTitle>{t('page_themes')}</PageTitle>
      <Presets looks={looks} />
      <LookForm key={JSON.stringify(other ?? null)} begun={begun} {...{ theme, saved, pages }} />
      <ThemeFile saved={saved} />
    </>
  )
}

/** Without scripts: what was typed, or has just been saved. */
const begunWith = (outcome: Outcome<ThemeLook> | undefined): ThemeLook | undefined => {
  if (outcome?.intent !== '') return undefined
  if (outcome.ok) return outcome.value
  const form = new FormData()
  for (const [name, value] of Object.entries(outcome.values)) form.append(name, value)
  return lookIn(form)
}

const presets = Object.entries(THEME_PRESETS) as [ThemePreset, ThemeLook][]

/** Looks to begin with, the site's and those of plugins; each fills the form, and is saved from there. */
function Presets({ looks }: Pick<Route.ComponentProps['loaderData'], 'looks'>) {
  const t = useText('admin')
  const all = [...presets.map(([name, look]) => ({ name, title: t(`preset_${name}`), look })), ...looks]
  return (
    <section aria-labelledby="presets">
      <h2 id="presets" className="themes-title">
        {t('presets')}
      </h2>
      <ul className="theme-presets">
        {all.map(({ name, title, look }) => {
          const { background } = navbarOf({ theme: 'default', theme_config: { default: look } })
          const bar = look.navbar_style === 'colored' ? look.primary_color : background
          return (
            <li key={name}>
              <Link className="theme-preset" to={`${paths.admin('themes')}?preset=${name}`} keepScroll>
                <span className="theme-preset-page" data-scheme={look.color_scheme || 'light'} aria-hidden="true">
                  <span style={bar ? { background: bar } : undefined} />
                  <span style={{ background: look.primary_color }} />
                  <span />
                  <span />
                </span>
                {title}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type LookFormProps = Pick<Route.ComponentProps['loaderData'], 'theme' | 'saved' | 'pages'> & { begun: ThemeLook }

function LookForm({ begun, theme, saved, pages }: LookFormProps) {
  const t = useText('admin')
  const [look, setLook] = useState(begun)
  const [bar, setBar] = useState(barOf(begun))
  const change = (changes: Partial<ThemeLook>) => setLook({ ...look, ...changes })
  const choices = <Name extends 'width' | 'density' | 'font'>(
    name: Name,
    label: (value: ThemeLook[Name]) => string,
    values: readonly ThemeLook[Name][],
  ) => (
    <Select
      name={name}
      label={t(name)}
      options={values.map((value) => ({ value, label: label(value) }))}
      value={look[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
  const isChanged = (Object.keys(saved) as (keyof ThemeLook)[]).some((name) => look[name] !== saved[name])
  return (
    <div className="theme-page">
      <PageForm labels={{ primary_color: t('primary_color'), navbar_style: t('navbar_color') }}>
        {(field, { busy, done }) => (
          <>
            {done && !isChanged && (
              <Notice kind="success" role="status">
                {t('saved')}
              </Notice>
            )}
            <input type="hidden" name="theme" value={theme} />
            <ColorField
              {...field('primary_color')}
              label={t('primary_color')}
              value={look.primary_color}
              onValue={(primary_color) => change({ primary_color })}
            />
            <Contrast color={look.primary_color} />
            <ChoiceGroup label={t('scheme')}>
              {(['', 'light', 'dark'] as const).map((value) => (
                <Radio
                  key={value}
                  name="color_scheme"
                  value={value}
                  label={t(`scheme_${value || 'device'}`)}
                  checked={look.color_scheme === value}
                  onChange={() => change({ color_scheme: value })}
                />
              ))}
            </ChoiceGroup>
            <ChoiceGroup label={t('navbar')}>
              {(['light', 'colored', 'own'] as const).map((value) => (
                <Radio
                  key={value}
                  name="navbar"
                  value={value}
                  label={t(`navbar_${value}`)}
                  checked={bar.kind === value}
                  onChange={() => {
                    setBar({ ...bar, kind: value })
                    change({ navbar_style: value === 'own' ? bar.color : value })
                  }}
                />
              ))}
            </ChoiceGroup>
            <div className={bar.kind === 'own' ? undefined : 'without-script'}>
              <ColorField
                {...field('navbar_style')}
                label={t('navbar_color')}
                value={bar.color}
                onValue={(color) => {
                  setBar({ ...bar, color })
                  change({ navbar_style: color })
                }}
              />
            </div>
            {choices('width', (value) => t(`width_${value}`), THEME_WIDTHS)}
            {choices('density', (value) => t(`density_${value}`), THEME_DENSITIES)}
            {choices('font', (value) => t(`font_${value}`), THEME_FONTS)}
            <ButtonRow>
              <SubmitButton busy={busy}>{t('save')}</SubmitButton>
              <span className="without-script">
                <button className="button" name="intent" value="preview">
                  {t('preview')}
                </button>
              </span>
              {isChanged && <span className="theme-unsaved">{t('theme_unsaved')}</span>}
            </ButtonRow>
          </>
        )}
      </PageForm>
      <div className="theme-preview">
        <PreviewFrame pages={pages} query={previewQuery(begun)} apply={(page) => applyLook(page, look)} />
      </div>
    </div>
  )
}

/** How the bar is chosen, and the colour it would have by itself. */
const barOf = ({ navbar_style, primary_color }: ThemeLook) => {
  if (navbar_style === 'colored') return { kind: 'colored', color: primary_color }
  const { colored } = navbarOf({ theme: 'default', theme_config: { default: { navbar_style, primary_color } } })
  return colored ? { kind: 'own', color: navbar_style } : { kind: 'light', color: primary_color }
}

/** A look to take to another site, or from one. */
function ThemeFile({ saved }: { saved: ThemeLook }) {
  const t = useText('admin')
  const address = `data:application/json;charset=utf-8,${encodeURIComponent(fileOf(saved))}`
  return (
    <section className="theme-file" aria-labelledby="theme-file">
      <h2 id="theme-file" className="themes-title">
        {t('theme_file')}
      </h2>
      <p className="setting-help">{t('theme_file_help')}</p>
      <ButtonRow>
        <ButtonAnchor href={address} download="askwell-theme.json" size="small">
          {t('theme_export')}
        </ButtonAnchor>
      </ButtonRow>
      <PageForm intent="import" encType="multipart/form-data" labels={{ theme_file: t('theme_import') }}>
        {(field, { busy }) => {
          const { error } = field('theme_file')
          return (
            <>
              <input type="hidden" name="no_theme" value={t('theme_none')} />
              <label className="field-label" htmlFor="field-theme_file">
                {t('theme_import')}
              </label>
              <input
                id="field-theme_file"
                type="file"
                name="theme_file"
                accept="application/json,.json"
                aria-invalid={error ? true : undefined}
                aria-describedby={error && 'field-theme_file-error'}
              />
              {error && <FieldError id="field-theme_file-error">{error}</FieldError>}
              <ButtonRow>
                <SubmitButton look="plain" size="small" busy={busy}>
                  {t('theme_try')}
                </SubmitButton>
              </ButtonRow>
            </>
          )
        }}
      </PageForm>
    </section>
  )
}
