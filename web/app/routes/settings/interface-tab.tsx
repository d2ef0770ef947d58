import type { LanguageOption } from '@askwell/contract/site.ts'
import { useSearchParams } from 'react-router'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { ShortcutsSwitch } from '../../components/layout/shortcuts-setting.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Settings } from '../../ui/settings.tsx'

const SCHEMES = ['default', 'system', 'light', 'dark'] as const

export function InterfaceTab({
  languages,
  choices,
}: {
  languages: LanguageOption[]
  choices: { language: string; color_scheme: string }
}) {
  const t = useText('settings')
  const words = useText('shortcuts')
  const [params] = useSearchParams()
  return (
    <>
      <PageForm intent="interface" reloadDocument>
        {(field, { busy }) => (
          <>
            <Settings
              foot={
                <SaveFoot
                  save={t('save')}
                  saved={t('saved')}
                  busy={busy}
                  done={params.has('saved') ? params : undefined}
                />
              }
            >
              <Select
                {...field('language', choices.language || 'Default')}
                label={t('language')}
                options={languages.map(({ value, label }) => ({
                  value,
                  label: value === 'Default' ? t('as_site') : label,
                }))}
              />
              <Select
                {...field('color_scheme', choices.color_scheme || 'default')}
                label={t('color_scheme')}
                options={SCHEMES.map((value) => ({
                  value,
                  label: t(value === 'default' ? 'as_site' : `scheme_${value}`),
                }))}
              />
            </Settings>
          </>
        )}
      </PageForm>
      <div className="needs-script">
        <Panel title={words('shortcuts')}>
          <ShortcutsSwitch />
        </Panel>
      </div>
    </>
  )
}
