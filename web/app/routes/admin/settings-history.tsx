import type { SettingsHistory as History } from '@askwell/contract/configuration.ts'
import { Form, useNavigation } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { Diffs } from '../../components/diff/diff.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Entry } from './audit-entry.tsx'
import { type HistoryOf, SECTIONS_OF } from './setting-sections.ts'

interface Props {
  of: HistoryOf
  history: History
}

/** Who changed the settings of a page, when and how; each change can be taken back with all that came later. */
export function SettingsHistory({ of, history: { list, latest } }: Props) {
  const t = useText('audit')
  const { state } = useNavigation()
  const all = `${paths.admin('audit')}?${new URLSearchParams({ about: 'plugin' in of ? paths.admin(of.plugin) : SECTIONS_OF[of.page][0] })}`
  return (
    <Panel title={t('history')} note={t('history_lead')}>
      {list.length === 0 ? (
        <p>{t('history_none')}</p>
      ) : (
        <Diffs label={t('legend')}>
          <ol className="audit-entries">
            {list.map((entry) => (
              <Entry key={entry.id} entry={entry} forAdmin>
                <Form method="post" action={`${paths.admin('history')}?${new URLSearchParams({ ...of })}`}>
                  <FormToken />
                  <input type="hidden" name="before" value={entry.id} />
                  <input type="hidden" name="latest" value={latest} />
                  <Button type="submit" size="small" disabled={state === 'submitting'}>
                    {t('restore')}
                  </Button>
                </Form>
              </Entry>
            ))}
          </ol>
        </Diffs>
      )}
      {list.length > 0 && (
        <p>
          <Link to={all}>{t('history_all')}</Link>
        </p>
      )}
    </Panel>
  )
}
