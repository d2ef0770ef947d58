import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'

/** `uploaded`: what there is to be replaced. */
export function PluginUpload({ uploaded }: { uploaded: KnownPlugin[] }) {
  const t = useText('admin')
  return (
    <Panel title={t('plugin_upload_title')}>
      <PageForm
        intent="upload"
        encType="multipart/form-data"
        labels={{ file: t('plugin_file'), replaces: t('plugin_replaces') }}
      >
        {(field, { busy }) => (
          <div className="plugin-upload">
            <input type="hidden" name="missing" value={t('plugin_file_missing')} />
            <label className="field">
              <span className="field-label">{t('plugin_file')}</span>
              <input
                type="file"
                name="file"
                accept=".tgz,.gz,application/gzip"
                aria-invalid={Boolean(field('file').error) || undefined}
              />
              <span className="setting-help">{t('plugin_file_help')}</span>
            </label>
            {uploaded.length > 0 && (
              <Select
                {...field('replaces')}
                label={t('plugin_replaces')}
                options={[
                  { value: '', label: t('plugin_replaces_nothing') },
                  ...uploaded.map(({ slug_name, name }) => ({ value: slug_name, label: name })),
                ]}
              />
            )}
            <SubmitButton look="plain" busy={busy}>
              {t('plugin_upload')}
            </SubmitButton>
          </div>
        )}
      </PageForm>
    </Panel>
  )
}
