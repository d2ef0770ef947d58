import {
  addPluginInstance,
  installPlugin,
  type KnownPlugin,
  plugins,
  removePlugin,
  removePluginInstance,
  renamePluginInstance,
  renderPluginTexts,
  setPluginStatus,
  uploadPlugin,
} from '@askwell/contract/plugins.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { redirect, useActionData } from 'react-router'
import { inBrowserSubmit, isOn, onServerSubmit, type Outcome, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { chosenFile } from './chosen-file.ts'
import { PageHead } from './page-head.tsx'
import { AgreeDialog, RemoveDialog } from './plugin-dialogs.tsx'
import { InstanceDialog } from './plugin-instances.tsx'
import { PluginRegistry, UpdateForm } from './plugin-registry.tsx'
import { PluginUpload } from './plugin-upload.tsx'
import { TaskPanel } from './task-panel.tsx'
import './user.css'
import type { Route } from './+types/plugins.ts'

const load = async ({ call, url: { searchParams } }: RouteContext) => {
  const [list, [rendering]] = await Promise.all([call(plugins), call(tasks, { query: { kind: 'render_anew' } })])
  const asked = (name: string) => list.find(({ slug_name }) => slug_name === searchParams.get(name))
  return {
    list,
    rendering,
    agreeing: asked('agree'),
    removing: asked('remove'),
    adding: asked('add'),
    renaming: asked('rename'),
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, upload, url }: Submission) => {
  const intent = text(form, 'intent')
  const plugin_slug_name = text(form, 'slug_name')
  if (intent === 'upload')
    await upload(uploadPlugin, {
      source: 'plugin',
      replaces: text(form, 'replaces'),
      file: chosenFile(form, 'file'),
    })
  else if (intent === 'remove') await call(removePlugin, { body: { plugin_slug_name, keep: isOn(form, 'keep') } })
  else if (intent === 'remove-instance') await call(removePluginInstance, { body: { plugin_slug_name } })
  else if (intent === 'add') await call(addPluginInstance, { body: { plugin_slug_name, name: text(form, 'name') } })
  else if (intent === 'install')
    await call(installPlugin, {
      body: {
        registry: text(form, 'registry'),
        package: text(form, 'package'),
        version: text(form, 'version'),
        private_network: isOn(form, 'private_network'),
      },
    })
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
  return redirect(url.pathname)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** It has to be agreed to again before it runs. */
const wantsMore = ({ enabled, powers }: KnownPlugin) => enabled && powers.some(({ agreed }) => !agreed)

export default function Plugins({ loaderData }: Route.ComponentProps) {
  const { list, rendering, agreeing, removing, adding, renaming } = loaderData
  const t = useText('admin')
  const outcome = useActionData() as Outcome | undefined
  const refusedHere = outcome?.ok === false && outcome.intent !== 'upload' && outcome.intent !== 'install'
  return (
    <>
      <PageHead
        title={t('page_installed_plugins')}
        lead={t('plugins_lead')}
        outcome={refusedHere ? outcome : undefined}
      />
      <Table
        caption={t('page_installed_plugins')}
        columns={[
          { name: t('plugin') },
          { name: t('status') },
          { name: <span className="visually-hidden">{t('acts')}</span> },
        ]}
      >
        {list.map((plugin) => (
          <PluginRow key={plugin.slug_name} plugin={plugin} />
        ))}
      </Table>
      {rendering && (
        <TaskPanel kind="render_anew" run={rendering} title={t('plugin_render_title')} lead={t('plugin_render_lead')}>
          {(result) => t('plugin_rendered', { count: (result as { texts: number }).texts })}
        </TaskPanel>
      )}
      <PluginUpload uploaded={list.filter(({ source, instance_of }) => source === 'upload' && !instance_of)} />
      <PluginRegistry registry={list.find(({ origin }) => origin)?.origin?.registry} />
      {agreeing && <AgreeDialog plugin={agreeing} />}
      {removing && <RemoveDialog plugin={removing} />}
      {adding && <InstanceDialog plugin={adding} isNew />}
      {renaming && <InstanceDialog plugin={renaming} isNew={false} />}
    </>
  )
}

function PluginRow({ plugin }: { plugin: KnownPlugin }) {
  const t = useText('admin')
  const { name, description, icon, enabled, set_up, fault } = plugin
  return (
    <tr>
      <th scope="row" data-label={t('plugin')}>
        <span className="plugin-name">
          {icon && <img className="plugin-icon" src={icon} alt="" width={20} height={20} />}
          {name}
        </span>
        <small className="plugin-note">{description}</small>
      </th>
      <td data-label={t('status')}>
        {t(enabled ? 'plugin_on' : 'plugin_off')}
        {enabled && !set_up && <small className="plugin-note">{t('plugin_not_set_up')}</small>}
        {wantsMore(plugin) && <small className="plugin-note">{t('plugin_wants_more')}</small>}
        {fault && (
          <small className="plugin-note plugin-fault">
            {t('plugin_switched_off')} {fault.message} (<Time at={fault.at} exact />)
          </small>
        )}
      </td>
      <td className="row-end">
        <PluginActs plugin={plugin} />
      </td>
    </tr>
  )
}

function PluginActs({ plugin }: { plugin: KnownPlugin }) {
  const t = useText('admin')
  const { slug_name, name, enabled, have_config, have_instances, instance_of, origin, source, powers } = plugin
  const page = paths.admin('installed-plugins')
  return (
    <div className="plugin-acts">
      {enabled && have_config && (
        <ButtonLink size="small" to={paths.admin(slug_name)} aria-label={t('set_up_name', { name })}>
          {t('set_up')}
        </ButtonLink>
      )}
      {plugin.hears && (
        <ButtonLink
          size="small"
          to={`${page}/${slug_name}/deliveries`}
          aria-label={t('plugin_deliveries_name', { name })}
        >
          {t('plugin_deliveries')}
        </ButtonLink>
      )}
      {powers.length > 0 && (!enabled || wantsMore(plugin)) && (
        <ButtonLink size="small" to={`${page}?agree=${slug_name}`} aria-label={t('plugin_read_powers_name', { name })}>
          {t('plugin_read_powers')}
        </ButtonLink>
      )}
      {have_instances && (
        <ButtonLink size="small" to={`${page}?add=${slug_name}`} aria-label={t('plugin_add_name', { name })}>
          {t('plugin_add')}
        </ButtonLink>
      )}
      {instance_of && (
        <ButtonLink size="small" to={`${page}?rename=${slug_name}`} aria-label={t('plugin_rename_name', { name })}>
          {t('plugin_rename')}
        </ButtonLink>
      )}
      {plugin.renders && (
        <PageForm intent={`render ${slug_name}`}>
          {(_field, { busy }) => (
            <>
              <input type="hidden" name="slug_name" value={slug_name} />
              <SubmitButton look="plain" size="small" busy={busy} aria-label={t('plugin_render_name', { name })}>
                {t('plugin_render')}
              </SubmitButton>
            </>
          )}
        </PageForm>
      )}
      {origin && <UpdateForm name={name} origin={origin} />}
      {(instance_of || source === 'upload') && (
        <ButtonLink size="small" to={`${page}?remove=${slug_name}`} aria-label={t('plugin_remove_name', { name })}>
          {t('plugin_remove')}
        </ButtonLink>
      )}
      {(enabled || powers.length === 0) && (
        <PageForm intent={`switch ${slug_name}`}>
          {(_field, { busy }) => (
            <>
              <input type="hidden" name="slug_name" value={slug_name} />
              <input type="hidden" name="enabled" value={String(!enabled)} />
              <SubmitButton
                look="plain"
                size="small"
                busy={busy}
                aria-label={t(enabled ? 'switch_off_name' : 'switch_on_name', { name })}
              >
                {t(enabled ? 'switch_off' : 'switch_on')}
              </SubmitButton>
            </>
          )}
        </PageForm>
      )}
    </div>
  )
}
