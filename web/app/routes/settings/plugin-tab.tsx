import { type ConfigField, userPluginConfig, saveUserPluginConfig } from '@askwell/contract/plugins.ts'
import { data } from 'react-router'
import { PageForm, type Submission } from '../../forms.tsx'
import type { RouteContext } from '../../session.ts'
import { PluginFields, pluginLabels, takePluginValues } from '../../components/layout/plugin-fields.tsx'
import { useText } from '../../i18n/text.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Settings } from '../../ui/settings.tsx'

/** The fields of a tab that no page of the site's own has; a plugin may have been switched off meanwhile. */
export const loadPlugin = async ({ call }: Pick<RouteContext, 'call'>, plugin_slug_name: string) => {
  const { config_fields } = await call(userPluginConfig, { query: { plugin_slug_name } })
  if (!config_fields) throw data(null, { status: 404 })
  return config_fields
}

export const savePlugin = async ({ call, form }: Submission, plugin_slug_name: string) =>
  call(saveUserPluginConfig, {
    body: { plugin_slug_name, config_fields: takePluginValues(await loadPlugin({ call }, plugin_slug_name), form) },
  })

/** What one sets for oneself in a plugin. */
export function PluginTab({ fields }: { fields: ConfigField[] }) {
  const t = useText('settings')
  return (
    <PageForm labels={pluginLabels(fields)}>
      {(field, { busy, done, refusal }) => (
        <>
          <Settings foot={<SaveFoot save={t('save')} saved={t('saved')} {...{ busy, done }} />}>
            <PluginFields
              {...{ fields, field }}
              switched={(name, now) => (refusal ? refusal.values[name] !== undefined : now)}
            />
          </Settings>
        </>
      )}
    </PageForm>
  )
}
