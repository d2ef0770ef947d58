import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { FormButtons, SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { SettingRow } from '../../ui/settings.tsx'

const back = paths.admin('installed-plugins')

/** All that it may do, in words, before it is switched on. */
export function AgreeDialog({ plugin: { slug_name, name, powers } }: { plugin: KnownPlugin }) {
  const t = useText('admin')
  const hasAgreed = powers.some(({ agreed }) => agreed)
  return (
    <PageDialog title={t('plugin_agree_title', { name })} back={back}>
      <p>{t('plugin_agree_means')}</p>
      <ul className="plugin-powers">
        {powers.map(({ power, words, agreed }) => (
          <li key={power}>
            {words} {hasAgreed && !agreed && <strong>{t('plugin_power_new')}</strong>}
          </li>
        ))}
      </ul>
      <PageForm intent={`switch ${slug_name}`} action={`${back}?agree=${slug_name}`}>
        {(_field, { busy }) => (
          <>
            <input type="hidden" name="slug_name" value={slug_name} />
            <input type="hidden" name="enabled" value="true" />
            {powers.map(({ power }) => (
              <input key={power} type="hidden" name="agreed" value={power} />
            ))}
            <FormButtons back={back} leave={t('cancel')}>
              <SubmitButton look="primary" busy={busy}>
                {t('plugin_agree')}
              </SubmitButton>
            </FormButtons>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}

export function RemoveDialog({ plugin: { slug_name, name, instance_of } }: { plugin: KnownPlugin }) {
  const t = useText('admin')
  const isInstance = instance_of !== ''
  return (
    <PageDialog title={t('plugin_remove_title', { name })} back={back}>
      <p>{t(isInstance ? 'plugin_instance_remove_means' : 'plugin_remove_means')}</p>
      <PageForm intent={isInstance ? 'remove-instance' : 'remove'} action={`${back}?remove=${slug_name}`}>
        {(_field, { busy }) => (
          <>
            <input type="hidden" name="slug_name" value={slug_name} />
            {!isInstance && (
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
