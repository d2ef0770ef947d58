import {
  addPluginInstance,
  installPlugin,
  lookForPluginUpdates,
  plugins,
  removePlugin,
  removePluginInstance,
  renamePluginInstance,
  renderPluginTexts,
  setPluginStatus,
  uploadPlugin,
} from '@askwell/contract/plugins.ts'
import { PLUGIN_PACKAGE_BYTES } from '@askwell/contract/limits.ts'
import { toldApart } from '@askwell/contract/told-apart.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { redirect, useActionData } from 'react-router'
import { inBrowserSubmit, isOn, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { chosenFile } from './chosen-file.ts'
import { PageHead } from './page-head.tsx'
import { AgreeDialog, RemoveDialog } from './plugin-dialogs.tsx'
import { fitsPlugin, isBroken, isRemovable, pluginsAddress, readPluginFilter } from './plugin-filter.ts'
import { LookForUpdates, PluginFilterForm } from './plugin-filter-form.tsx'
import { InstanceDialog } from './plugin-instances.tsx'
import { placeOfPlugin, PluginList } from './plugin-list.tsx'
import { PluginRegistry } from './plugin-registry.tsx'
import { PluginUpload } from './plugin-upload.tsx'
import { TaskPanel } from './task-panel.tsx'
import './user.css'
import './plugins.css'
import type { Route } from './+types/plugins.ts'

/** By its short name: an address says no more than that, and only of one that isn't there. */
const removedIn = (said: string, list: { slug_name: string }[]) =>
  /^[a-z][a-z0-9_]*$/.test(said) && list.every(({ slug_name }) => slug_name !== said) ? said : ''

const load = async ({ call, url: { searchParams } }: RouteContext) => {
  const [all, [rendering]] = await Promise.all([call(plugins), call(tasks, { query: { kind: 'render_anew' } })])
  const [broken, known] = [all.filter(isBroken), all.filter((plugin) => !isBroken(plugin))]
  const loaded = toldApart(known)
  const list = [...loaded, ...broken]
  const filter = readPluginFilter(searchParams)
  const asked = (name: string, among: typeof list) =>
    among.find(({ slug_name }) => slug_name === searchParams.get(name))
  return {
    list,
    shown: list.filter((plugin) => fitsPlugin(plugin, filter)),
    filter,
    rendering,
    loaded,
    agreeing: asked('agree', loaded),
    removing: asked('remove', list.filter(isRemovable)),
    adding: asked('add', loaded),
    renaming: asked('rename', known),
    added: asked('added', loaded),
    removed: removedIn(searchParams.get('removed') ?? '', list),
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The whole list, with the new one in sight. */
const showAdded = ({ slug_name }: { slug_name: string }) =>
  redirect(`${pluginsAddress({ q: '', kind: '', state: '' }, { added: slug_name })}#${placeOfPlugin(slug_name)}`)

/** Acts on one plugin, which is there afterwards. */
const KEEPS_PLACE = /^(switch|render) |^(rename|add)$/

const send = async ({ call, form, upload, url }: Submission) => {
  const intent = text(form, 'intent')
  const plugin_slug_name = text(form, 'slug_name')
  const here = readPluginFilter(url.searchParams)
  if (intent === 'upload')
    return showAdded(
      await upload(uploadPlugin, {
        source: 'plugin',
        replaces: text(form, 'replaces'),
        file: chosenFile(form, 'file', PLUGIN_PACKAGE_BYTES),
      }),
    )
  if (intent === 'install')
    return showAdded(
      await call(installPlugin, {
        body: {
          registry: text(form, 'registry'),
          package: text(form, 'package'),
          version: text(form, 'version'),
          private_network: isOn(form, 'private_network'),
        },
      }),
    )
  if (intent === 'remove') await call(removePlugin, { body: { plugin_slug_name, keep: isOn(form, 'keep') } })
  else if (intent === 'remove-instance') await call(removePluginInstance, { body: { plugin_slug_name } })
  else if (intent === 'add') await call(addPluginInstance, { body: { plugin_slug_name, name: text(form, 'name') } })
  else if (intent === 'look-for-updates') return call(lookForPluginUpdates, { body: {} })
  else if (intent.startsWith('render ')) await call(renderPluginTexts, { body: { plugin_slug_name } })
  else if (intent === 'stop' || intent === 'continue')
    await call(setTaskStatus, {
      body: { id: text(form, 'id'), status: intent === 'stop' ? 'stopped' : 'running' },
    })
  else if (intent === 'rename')
    await call(renamePluginInstance, { body: { plugin_slug_name, name: text(form, 'name') } })
  else
    await call(setPluginStatus, {
      body: {
        plugin_slug_name,
        enabled: text(form, 'enabled') === 'true',
        agreed: form.getAll('agreed').map(String),
      },
    })
  if (intent.startsWith('remove')) return redirect(pluginsAddress(here, { removed: plugin_slug_name }))
  const address = pluginsAddress(here)
  return redirect(KEEPS_PLACE.test(intent) ? `${address}#${placeOfPlugin(plugin_slug_name)}` : address)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** What came of asking the registries. */
const updatesIn = (outcome: Outcome | undefined) =>
  outcome?.ok && outcome.intent === 'look-for-updates'
    ? (outcome.value as { asked: number; newer: number; failed: number })
    : undefined

export default function Plugins({ loaderData }: Route.ComponentProps) {
  const { filter, list, loaded, shown, rendering, agreeing, removing, adding, renaming, added, removed } = loaderData
  const t = useText('admin')
  const outcome = useActionData() as Outcome | undefined
  const refusedHere = outcome?.ok === false && outcome.intent !== 'upload' && outcome.intent !== 'install'
  const updates = updatesIn(outcome)
  const back = pluginsAddress(filter)
  return (
    <>
      <PageHead
        title={t('page_installed_plugins')}
        lead={t('plugins_lead')}
        outcome={refusedHere ? outcome : undefined}
      />
      <div role="status">
        {added && <span className="visually-hidden">{t('plugin_added', { name: added.name })}</span>}
        {removed && <Notice kind="success" title={t('plugin_removed', { name: removed })} />}
      </div>
      {updates && (
        <Notice kind="info" role="status" title={t('plugins_newer', { count: updates.newer })}>
          {updates.failed > 0 && t('plugins_unanswered', { count: updates.failed })}
        </Notice>
      )}
      <PluginFilterForm filter={filter} />
      <div className="plugin-tools">
        <p>{t('plugins_on_of', { on: list.filter(({ enabled }) => enabled).length, all: list.length })}</p>
        {list.some(({ origin }) => origin) && <LookForUpdates />}
        <a href="#plugin-adding">{t('plugin_upload_title')}</a>
      </div>
      {rendering && (
        <TaskPanel kind="render_anew" run={rendering} title={t('plugin_render_title')} lead={t('plugin_render_lead')}>
          {(result) => t('plugin_rendered', { count: (result as { texts: number }).texts })}
        </TaskPanel>
      )}
      {shown.length === 0 ? (
        <Empty icon="settings" title={t('plugins_none')} />
      ) : (
        <PluginList list={shown} filter={filter} added={added?.slug_name} />
      )}
      <div id="plugin-adding">
        <PluginUpload
          uploaded={list.filter(({ source, instance_of }) => source === 'upload' && !instance_of)}
          hasAdded={added !== undefined}
        />
        <PluginRegistry registry={list.find(({ origin }) => origin)?.origin?.registry} />
      </div>
      {agreeing && (
        <AgreeDialog plugin={agreeing} back={back} here={pluginsAddress(filter, { agree: agreeing.slug_name })} />
      )}
      {removing && (
        <RemoveDialog
          plugin={removing}
          isLeftOut={isBroken(removing) && loaded.some(({ slug_name }) => slug_name === removing.slug_name)}
          back={back}
          here={pluginsAddress(filter, { remove: removing.slug_name })}
        />
      )}
      {adding && (
        <InstanceDialog plugin={adding} back={back} here={pluginsAddress(filter, { add: adding.slug_name })} isNew />
      )}
      {renaming && (
        <InstanceDialog
          plugin={renaming}
          back={back}
          here={pluginsAddress(filter, { rename: renaming.slug_name })}
          isNew={false}
        />
      )}
    </>
  )
}
