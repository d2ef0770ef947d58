import {
  deleteVectors,
  type EmbeddingsCost,
  type MeaningProgress,
  meaningSettings,
  saveMeaningSettings,
  type TriedEmbeddings,
  tryEmbeddings,
} from '@askwell/contract/meaning.ts'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { inBrowserSubmit, isOn, onServerSubmit, PageForm, type Submission, text, useOutcome } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/meaning.ts'

const load = ({ call }: RouteContext) => call(meaningSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const DELETE = 'delete'

const send = async ({ call, form }: Submission) => {
  if (text(form, 'intent') === DELETE) return call(deleteVectors, { body: {} })
  const body = {
    meaning: isOn(form, 'meaning'),
    embeddings_plugin: text(form, 'embeddings_plugin'),
    embeddings_url: text(form, 'embeddings_url'),
    embeddings_model: text(form, 'embeddings_model'),
    embeddings_secret: text(form, 'embeddings_secret'),
  }
  return text(form, 'only_try')
    ? { ...(await call(tryEmbeddings, { body })), only_tried: true }
    : call(saveMeaningSettings, { body })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function MeaningPage({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  const { progress } = now
  return (
    <>
      <SettingsPage
        title={t('page_meaning')}
        lead={<Lead {...progress} />}
        labels={{
          embeddings_plugin: t('embeddings_plugin'),
          embeddings_url: t('embeddings_url'),
          embeddings_model: t('embeddings_model'),
          embeddings_secret: t('embeddings_secret'),
        }}
      >
        {(field, switched) => (
          <>
            <SettingRow name={t('meaning')} help={t('meaning_help')}>
              <Switch name="meaning" label={t('meaning_on')} defaultChecked={switched('meaning', now.meaning)} />
            </SettingRow>
            {(now.plugins.length > 0 || now.embeddings_plugin) && (
              <Select
                {...field('embeddings_plugin', now.embeddings_plugin)}
                label={t('embeddings_plugin')}
                help={t('embeddings_plugin_help')}
                options={pluginOptions(now, t('embeddings_plugin_none'))}
              />
            )}
            <TextInput
              {...field('embeddings_url', now.embeddings_url)}
              label={t('embeddings_url')}
              help={t('embeddings_url_help')}
              type="url"
            />
            <TextInput
              {...field('embeddings_model', now.embeddings_model)}
              label={t('embeddings_model')}
              help={t('embeddings_model_help')}
            />
            <TextInput
              {...field('embeddings_secret')}
              defaultValue={now.embeddings_secret}
              label={t('embeddings_secret')}
              help={t('embeddings_secret_help')}
              type="password"
              autoComplete="off"
            />
            <Tried />
          </>
        )}
      </SettingsPage>
      {(now.meaning || progress.kept) && <HowFar {...progress} on={now.meaning} />}
      {progress.kept && <DeleteVectors />}
    </>
  )
}

/** One that is chosen stays to be seen while it is off. */
const pluginOptions = ({ plugins, embeddings_plugin }: Route.ComponentProps['loaderData'], none: string) => {
  const isOff = embeddings_plugin && !plugins.some(({ slug_name }) => slug_name === embeddings_plugin)
  return [
    { value: '', label: none },
    ...plugins.map(({ slug_name, name }) => ({ value: slug_name, label: name })),
    ...(isOff ? [{ value: embeddings_plugin, label: embeddings_plugin }] : []),
  ]
}

/** What prices are for; in many languages about four letters each. */
const LETTERS_A_TOKEN = 4

const useCost = () => {
  const { number } = useLanguage()
  return ({ texts, characters }: EmbeddingsCost) => ({
    texts: number(texts),
    characters: number(characters),
    tokens: number(Math.ceil(characters / LETTERS_A_TOKEN)),
  })
}

/** What it is, what it costs, and whether it can be had here. */
function Lead({ private: isPrivate, lacks, ...cost }: MeaningProgress) {
  const t = useText('admin')
  const inNumbers = useCost()
  return (
    <>
      <p>{t('meaning_lead')}</p>
      {lacks && <Notice kind="warning">{lacks}</Notice>}
      <Notice kind={isPrivate ? 'warning' : 'info'} title={t('meaning_costs_title')}>
        {isPrivate && <p>{t('meaning_private')}</p>}
        <ul>
          <li>{t('meaning_costs_posts')}</li>
          <li>{t('meaning_costs_searches')}</li>
          <li>{t('meaning_costs_money')}</li>
          <li>{t('meaning_costs_now', inNumbers(cost))}</li>
        </ul>
      </Notice>
    </>
  )
}

/** The button that tries what is typed, and what came of it. */
function Tried() {
  const t = useText('admin')
  const { number } = useLanguage()
  const inNumbers = useCost()
  const outcome = useOutcome<TriedEmbeddings | null>('')
  const tried = outcome?.ok ? outcome.value : null
  return (
    <SettingRow name={t('embeddings_try')}>
      <div>
        <SubmitButton look="plain" name="only_try" value="1">
          {t('embeddings_try')}
        </SubmitButton>
      </div>
      {tried && (
        <p role="status">
          {t('embeddings_tried', { ms: number(tried.ms), dimensions: number(tried.dimensions), ...inNumbers(tried) })}
        </p>
      )}
    </SettingRow>
  )
}

const LOOK_MS = 3000

function HowFar({ posts, done, problem, problem_at, on }: MeaningProgress & { on: boolean }) {
  const t = useText('admin')
  const { number } = useLanguage()
  const { revalidate } = useRevalidator()
  const goesOn = on && done < posts
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => void revalidate(), LOOK_MS)
    return () => clearInterval(timer)
  }, [goesOn, revalidate])
  return (
    <Panel title={t('meaning_progress')}>
      {goesOn && <Progress label={t('meaning_progress')} value={done} max={posts} />}
      <p role="status">{t('meaning_progress_done', { done: number(done), posts: number(posts) })}</p>
      {problem && (
        <Notice kind="danger" title={t('meaning_problem')}>
          {problem} <Time at={problem_at} exact />
        </Notice>
      )}
    </Panel>
  )
}

function DeleteVectors() {
  const t = useText('admin')
  return (
    <Panel title={t('vectors_delete')}>
      <PageForm intent={DELETE}>
        {(_field, { busy, done }) => (
          <>
            <p>{t('vectors_delete_lead')}</p>
            <SubmitButton look="danger" busy={busy}>
              {t('vectors_delete_button')}
            </SubmitButton>
            {done && <p role="status">{t('vectors_deleted')}</p>}
          </>
        )}
      </PageForm>
    </Panel>
  )
}
