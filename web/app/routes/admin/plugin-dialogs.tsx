import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { FormButtons, SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { wantsMore } from './plugin-filter.ts'

export interface PluginDialog {
  plugin: KnownPlugin
  /** The page without the dialog. */
  back: string
  /** The page with it. */
  here: string
}

/** All that it may do, in words, before it is switched on. */
export function AgreeDialog({ plugin, back, here }: PluginDialog) {
  const t = useText('admin')
  const { slug_name, name, powers } = plugin
  const hasAgreed = powers.some(({ agreed }) => agreed)
  const isMore = wantsMore(plugin)
  return (
    <PageDialog title={t(isMore ? 'plugin_agree_more_title' : 'plugin_agree_title', { name })} back={back}>
      <p>{t('plugin_agree_means')}</p>
      <ul className="plugin-powers">
        {powers.map(({ power, words, agreed }) => (
          <li key={power}>
            {words} {hasAgreed && !agreed && <strong>{t('plugin_power_new')}</strong>}
          </li>
        ))}
      </ul>
      <PageForm intent={`switch ${slug_name}`} action={here}>
        {(_field, { busy }) => (
          <>
            <input type="hidden" name="slug_name" value={slug_name} />
            <input type="hidden" name="enabled" value="true" />
            {powers.map(({ power }) => (
              <input key={power} type="hidden" name="agreed" value={power} />
            ))}
            <FormButtons back={back} leave={t('cancel')}>
              <SubmitButton look="primary" busy={busy}>
                {t(isMore ? 'plugin_agree_more' : 'plugin_agree')}
              </SubmitButton>
            </FormButtons>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}

/** `isLeftOut`: there is another plugin of its name, which stays with all that is its own. */
export function RemoveDialog({
  plugin: { slug_name, name, instance_of },
  isLeftOut,
  back,
  here,
}: PluginDialog & { isLeftOut: boolean }) {
  const t = useText('admin')
  const isInstance = instance_of !== ''
  const means = isInstance ? 'plugin_instance_remove_means' : 'plugin_remove_means'
  return (
    <PageDialog title={t('plugin_remove_title', { name })} back={back}>
      <p>{t(isLeftOut ? 'plugin_left_out_remove_means' : means)}</p>
      <PageForm intent={isInstance ? 'remove-instance' : 'remove'} action={here}>
        {(_field, { busy }) => (
          <>
            <input type="hidden" name="slug_name" value={slug_name} />
            {!isInstance && !isLeftOut && (
              <SettingRow name={t('plugin_keep')} help={t('plugin_keep_help')}>
                <Switch name="keep" label={t('plugin_keep')} />
              </SettingRow>
            )}
            <FormButtons back={back} leave={t('cancel')}>
              <SubmitButton look="danger" busy={busy}>
                {t('plugin_remove')}
              </SubmitButton>
            </FormButtons>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}
