import { useState } from 'react'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { ChoiceGroup, Radio } from '../../ui/checkbox.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const SSL_MODES = [
  ['disable', 'ssl_disable'],
  ['require', 'ssl_require'],
  ['verify-ca', 'ssl_verify_ca'],
  ['verify-full', 'ssl_verify_full'],
] as const

/** Both engines' fields are there without scripts; with them only those of the chosen one. */
export function DatabaseStep() {
  const t = useText('install')
  const hydrated = useHydrated()
  const [engine, setEngine] = useState<'sqlite3' | 'postgres'>()
  return (
    <PageForm
      intent="database"
      labels={{ db_host: t('db_host'), db_name: t('db_name'), db_username: t('db_username') }}
    >
      {(field, { busy, refusal }) => {
        const chosen = engine ?? refusal?.values.db_type ?? 'sqlite3'
        const shows = (name: string) => !hydrated || chosen === name
        return (
          <>
            <p className="login-lead">{t('database_lead')}</p>
            <input type="hidden" name="failed" value={t('database_failed')} />
            <ChoiceGroup label={t('engine')}>
              <Radio
                name="db_type"
                value="sqlite3"
                label={t('sqlite')}
                help={t('sqlite_help')}
                defaultChecked={chosen === 'sqlite3'}
                onChange={() => setEngine('sqlite3')}
              />
              <Radio
                name="db_type"
                value="postgres"
                label={t('postgres')}
                help={t('postgres_help')}
                defaultChecked={chosen === 'postgres'}
                onChange={() => setEngine('postgres')}
              />
            </ChoiceGroup>
            {shows('sqlite3') && (
              <TextInput {...field('db_file')} label={t('db_file')} help={t('db_file_help')} placeholder="askwell.db" />
            )}
            {shows('postgres') && (
              <>
                <TextInput
                  {...field('db_host')}
                  label={t('db_host')}
                  help={t('db_host_help')}
                  placeholder="localhost:5432"
                />
                <TextInput {...field('db_name')} label={t('db_name')} placeholder="askwell" />
                <TextInput {...field('db_username')} label={t('db_username')} autoComplete="off" />
                <TextInput {...field('db_password')} label={t('db_password')} type="password" autoComplete="off" />
                <Select
                  {...field('ssl_mode', 'disable')}
                  label={t('ssl_mode')}
                  options={SSL_MODES.map(([value, key]) => ({ value, label: t(key) }))}
                />
              </>
            )}
            <SubmitButton block size="large" busy={busy}>
              {t('next')}
            </SubmitButton>
          </>
        )
      }}
    </PageForm>
  )
}
