import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { isBroken, isRemovable, type PluginFilter, pluginsAddress, wantsMore } from './plugin-filter.ts'
import { UpdateForm } from './plugin-registry.tsx'

interface Props {
  plugin: KnownPlugin
  filter: PluginFilter
}

/** What one does with it most: at hand in every row. */
export function PluginActs({ plugin, filter }: Props) {
  const t = useText('admin')
  const { slug_name, name, enabled, have_config, powers } = plugin
  if (isBroken(plugin)) return null
  return (
    <div className="plugin-acts">
      {enabled && have_config && (
        <ButtonLink size="small" to={paths.admin(slug_name)} aria-label={t('set_up_name', { name })}>
          {t('set_up')}
        </ButtonLink>
      )}
      {powers.length > 0 && (!enabled || wantsMore(plugin)) && (
        <ButtonLink
          size="small"
          to={pluginsAddress(filter, { agree: slug_name })}
          aria-label={t('plugin_read_powers_name', { name })}
        >
          {t('plugin_read_powers')}
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

/** The rest, in the opened row. */
export function MorePluginActs({ plugin, filter }: Props) {
  const t = useText('admin')
  const { slug_name, name, hears, have_instances, instance_of, renders, origin } = plugin
  if (!(hears || have_instances || renders || origin || isRemovable(plugin))) return null
  return (
    <div className="plugin-acts">
      {hears && (
        <ButtonLink
          size="small"
          to={`${paths.admin('installed-plugins')}/${slug_name}/deliveries`}
          aria-label={t('plugin_deliveries_name', { name })}
        >
          {t('plugin_deliveries')}
        </ButtonLink>
      )}
      {have_instances && (
        <ButtonLink
          size="small"
          to={pluginsAddress(filter, { add: slug_name })}
          aria-label={t('plugin_add_name', { name })}
        >
          {t('plugin_add')}
        </ButtonLink>
      )}
      {instance_of && (
        <ButtonLink
          size="small"
          to={pluginsAddress(filter, { rename: slug_name })}
          aria-label={t('plugin_rename_name', { name })}
        >
          {t('plugin_rename')}
        </ButtonLink>
      )}
      {renders && (
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
      {isRemovable(plugin) && (
        <ButtonLink
          size="small"
          to={pluginsAddress(filter, { remove: slug_name })}
          aria-label={t('plugin_remove_name', { name })}
        >
          {t('plugin_remove')}
        </ButtonLink>
      )}
    </div>
  )
}
