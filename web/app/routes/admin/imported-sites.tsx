import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

interface Props {
  sites: string[]
  /** Of one of which something had to stay. */
  undoneAt: (site: string) => number | undefined
}

/** From where things came, each to be taken back. */
export function ImportedSites({ sites, undoneAt }: Props) {
  const t = useText('admin_operations')
  return (
    <Panel title={t('imported_sites')}>
      <p className="task-lead">{t('imported_sites_lead')}</p>
      <Table
        caption={t('imported_sites')}
        columns={[{ name: t('import_site_name') }, { name: <span className="visually-hidden">{t('acts')}</span> }]}
      >
        {sites.map((site) => (
          <tr key={site}>
            <th scope="row" data-label={t('import_site_name')}>
              <span className="operations-file">{site}</span>
              <Remainder at={undoneAt(site)} />
            </th>
            <td className="actions">
              <Form method="post" preventScrollReset className="job-acts">
                <FormToken />
                <input type="hidden" name="site" value={site} />
                <SubmitButton name="intent" value="examine_undo" look="plain" size="small">
                  {t('undo_look')}
                  <span className="visually-hidden">{` ${site}`}</span>
                </SubmitButton>
                <TakeBack site={site} />
              </Form>
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

function Remainder({ at }: { at: number | undefined }) {
  const t = useText('admin_operations')
  if (!at) return null
  return (
    <span className="job-kind">
      {t('task_undone')} <Time at={at} exact />. {t('imported_rest')}
    </span>
  )
}

function TakeBack({ site }: { site: string }) {
  const t = useText('admin_operations')
  return (
    <Confirm
      align="end"
      summaryClass="button button-small button-danger"
      summary={
        <>
          {t('undo_do')}
          <span className="visually-hidden">{` ${site}`}</span>
        </>
      }
      question={t('undo_sure')}
    >
      {(cancel) => (
        <>
          <p className="operations-file">{site}</p>
          <p>{t('undo_means')}</p>
          <div className="dialog-buttons">
            {cancel}
            <SubmitButton name="intent" value="undo" look="danger-fill">
              {t('undo_do')}
            </SubmitButton>
          </div>
        </>
      )}
    </Confirm>
  )
}
