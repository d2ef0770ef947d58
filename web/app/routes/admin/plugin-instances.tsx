import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { FormButtons, SubmitButton } from '../../ui/button.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { PluginDialog } from './plugin-dialogs.tsx'

/** One more of a plugin, or another name for one that was added. */
export function InstanceDialog({ plugin: { slug_name, name }, back, here, isNew }: PluginDialog & { isNew: boolean }) {
  const t = useText('admin')
  const intent = isNew ? 'add' : 'rename'
  return (
    <PageDialog title={t(isNew ? 'plugin_add_title' : 'plugin_rename_title', { name })} back={back}>
      {isNew && <p>{t('plugin_add_means')}</p>}
      <PageForm intent={intent} action={here} labels={{ name: t('plugin_instance_name') }}>
        {(field, { busy }) => (
          <>
            <input type="hidden" name="slug_name" value={slug_name} />
            <TextInput
              {...field('name', isNew ? '' : name)}
              label={t('plugin_instance_name')}
              help={t('plugin_instance_name_help')}
              maxLength={60}
              required
            />
            <FormButtons back={back} leave={t('cancel')}>
              <SubmitButton look="primary" busy={busy}>
                {t(isNew ? 'plugin_add' : 'plugin_rename')}
              </SubmitButton>
            </FormButtons>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}
