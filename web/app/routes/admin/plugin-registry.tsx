import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const PUBLIC = 'https://registry.npmjs.org'

/** `registry`: the one that was used before. */
export function PluginRegistry({ registry = PUBLIC }: { registry?: string }) {
  const t = useText('admin')
  const labels = { registry: t('plugin_registry'), package: t('plugin_package'), version: t('plugin_version') }
  return (
    <Panel title={t('plugin_registry_title')}>
      <PageForm intent="install" labels={labels}>
        {(field, { busy }) => (
          <div className="plugin-registry">
            <TextInput
              {...field('registry', registry)}
              label={labels.registry}
              help={t('plugin_registry_help')}
              type="url"
              required
            />
            <TextInput {...field('package')} label={labels.package} required />
            <TextInput {...field('version')} label={labels.version} help={t('plugin_version_help')} />
            <Switch name="private_network" label={t('plugin_registry_inside')} />
            <SubmitButton look="plain" busy={busy}>
              {t('plugin_install')}
            </SubmitButton>
          </div>
        )}
      </PageForm>
    </Panel>
  )
}

/** Fetches the newest version from where it came. */
export function UpdateForm({ name, origin }: { name: string; origin: NonNullable<KnownPlugin['origin']> }) {
  const t = useText('admin')
  return (
    <PageForm intent="install">
      {(_field, { busy }) => (
        <>
          <input type="hidden" name="registry" value={origin.registry} />
          <input type="hidden" name="package" value={origin.name} />
          {origin.private_network && <input type="hidden" name="private_network" value="on" />}
          <SubmitButton look="plain" size="small" busy={busy} aria-label={t('plugin_update_name', { name })}>
            {t('plugin_update')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}
