import { PLUGIN_PACKAGE_BYTES } from '@askwell/contract/limits.ts'
import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { PageForm, useOutcome } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { FieldError, fieldId } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'

interface Props {
  /** What there is to be replaced. */
  uploaded: KnownPlugin[]
  /** The page says what has just come. */
  hasAdded: boolean
}

export function PluginUpload({ uploaded, hasAdded }: Props) {
  const t = useText('admin')
  const { number } = useLanguage()
  const { key } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const isRefused = useOutcome('upload')?.ok === false
  // What has come isn't sent once more; what was refused stays as it was chosen.
  useEffect(() => {
    if (hasAdded && !isRefused) form.current?.reset()
  }, [key, hasAdded, isRefused])
  return (
    <Panel title={t('plugin_upload_title')}>
      <PageForm
        ref={form}
        intent="upload"
        encType="multipart/form-data"
        labels={{ file: t('plugin_file'), replaces: t('plugin_replaces') }}
      >
        {(field, { busy }) => (
          <div className="plugin-upload">
            <input type="hidden" name="missing" value={t('plugin_file_missing')} />
            <input type="hidden" name="empty" value={t('plugin_file_empty')} />
            <input
              type="hidden"
              name="too_large"
              value={t('plugin_file_too_large', { max: number(PLUGIN_PACKAGE_BYTES / 2 ** 20) })}
            />
            <label className="field">
              <span className="field-label">{t('plugin_file')}</span>
              <input
                type="file"
                id={fieldId('file')}
                name="file"
                accept=".tgz,.gz,application/gzip"
                aria-invalid={Boolean(field('file').error) || undefined}
                aria-describedby={field('file').error && 'plugin-file-error'}
              />
              {field('file').error && <FieldError id="plugin-file-error">{field('file').error}</FieldError>}
              <span className="setting-help">{t('plugin_file_help')}</span>
            </label>
            {uploaded.length > 0 && (
              <Select
                {...field('replaces')}
                label={t('plugin_replaces')}
                options={[
                  { value: '', label: t('plugin_replaces_nothing') },
                  ...uploaded.map(({ slug_name, name }) => ({ value: slug_name, label: `${name} (${slug_name})` })),
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
