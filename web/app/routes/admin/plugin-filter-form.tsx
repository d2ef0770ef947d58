import { Form } from 'react-router'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { PLUGIN_GROUPS, PLUGIN_STATES, type PluginFilter, pluginsAddress } from './plugin-filter.ts'

export function PluginFilterForm({ filter }: { filter: PluginFilter }) {
  const t = useText('admin')
  const { q, kind, state } = filter
  const here = paths.admin('installed-plugins')
  const all = { value: '', label: t('plugins_any') }
  return (
    <Form method="get" action={here} role="search" className="plugin-filter" key={pluginsAddress(filter)}>
      <TextInput name="q" label={t('plugins_find')} type="search" defaultValue={q} />
      <Select
        name="kind"
        label={t('plugins_kind')}
        defaultValue={kind}
        options={[all, ...PLUGIN_GROUPS.map((value) => ({ value, label: t(`plugins_group_${value}`) }))]}
      />
      <Select
        name="state"
        label={t('status')}
        defaultValue={state}
        options={[all, ...PLUGIN_STATES.map((value) => ({ value, label: t(`plugins_state_${value}`) }))]}
      />
      <div className="plugin-filter-acts">
        <SubmitButton look="plain">{t('plugins_filter')}</SubmitButton>
        {(q || kind || state) && (
          <ButtonLink look="quiet" to={here}>
            {t('plugins_all')}
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}

/** For those that came from a registry. */
export function LookForUpdates() {
  const t = useText('admin')
  return (
    <PageForm intent="look-for-updates">
      {(_field, { busy }) => (
        <SubmitButton look="plain" size="small" icon="refresh" busy={busy}>
          {t('plugins_look_for_updates')}
        </SubmitButton>
      )}
    </PageForm>
  )
}
