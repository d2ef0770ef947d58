import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

export function PluginUpload() {
  const t = useText('admin')
  return (
    <Panel title={t('plugin_upload_title')}>
      <PageForm intent="upload" encType="multipart/form-data" labels={{ file: t('plugin_file') }}>
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
            <SubmitButton look="plain" busy={busy}>
              {t('plugin_upload')}
            </SubmitButton>
          </div>
        )}
      </PageForm>
    </Panel>
  )
}
