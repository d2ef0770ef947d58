import type { ImportSources } from '@askwell/contract/imports.ts'
import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatBytes } from '@askwell/contract/format-bytes.ts'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { DeleteFile } from './delete-file.tsx'

/** What could be brought in: what was uploaded, and folders of the server. */
type Lists = Pick<ImportSources, 'uploads' | 'files' | 'folders' | 'maps'>

export function DumpList({ uploads, files, folders, maps }: Lists) {
  const t = useText('admin_operations')
  const { tag } = useLanguage()
  return (
    <Panel title={t('dumps_title')}>
      {uploads.length === 0 && files.length === 0 && maps.length === 0 && !folders?.length ? (
        <Empty icon="inbox" title={t('dumps_none')} />
      ) : (
        <Table
          caption={t('dumps_title')}
          columns={[
            { name: t('dump_name') },
            { name: t('backup_place') },
            { name: t('backup_size'), number: true },
            { name: <span className="visually-hidden">{t('acts')}</span> },
          ]}
        >
          {uploads.map(({ name, bytes, uploaded_at }) => (
            <tr key={name}>
              <th scope="row" data-label={t('dump_name')}>
                <span className="operations-file">{name}</span>
              </th>
              <td data-label={t('backup_place')}>
                {t('dump_uploaded')} <Time at={uploaded_at} exact />
              </td>
              <td className="number" data-label={t('backup_size')}>
                {formatBytes(tag, bytes)}
              </td>
              <td className="actions">
                <Acts source="upload" name={name} />
              </td>
            </tr>
          ))}
          {[...files, ...maps].map(({ name, bytes, uploaded_at }) => (
            <tr key={name}>
              <th scope="row" data-label={t('dump_name')}>
                <span className="operations-file">{name}</span>
              </th>
              <td data-label={t('backup_place')}>
                {t(name.endsWith('.csv') ? 'dump_map' : 'dump_for_plugin')} <Time at={uploaded_at} exact />
              </td>
              <td className="number" data-label={t('backup_size')}>
                {formatBytes(tag, bytes)}
              </td>
              <td className="actions">
                <DeleteFile
                  name={name}
                  question={t(name.endsWith('.csv') ? 'dump_map_delete_sure' : 'dump_delete_sure')}
                />
              </td>
            </tr>
          ))}
          {folders?.map((name) => (
            <tr key={`folder ${name}`}>
              <th scope="row" data-label={t('dump_name')}>
                <span className="operations-file">{name === '.' ? t('dump_folder_itself') : name}</span>
              </th>
              <td data-label={t('backup_place')}>{t('backup_place_folder')}</td>
              <td className="number" data-label={t('backup_size')}>
                –
              </td>
              <td className="actions">
                <Acts source="folder" name={name} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <p className="setting-help">{t(folders ? 'dump_folders_help' : 'dump_folders_off')}</p>
    </Panel>
  )
}

function Acts({ source, name }: { source: 'upload' | 'folder'; name: string }) {
  const t = useText('admin_operations')
  const about = <span className="visually-hidden">{` ${name}`}</span>
  return (
    <Form method="post" preventScrollReset className="job-acts">
      <FormToken />
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="name" value={name} />
      <SubmitButton name="intent" value="examine" look="plain" size="small">
        {t('import_trial')}
        {about}
      </SubmitButton>
      <ButtonLink size="small" to={`?${new URLSearchParams({ [source]: name })}`} keepScroll>
        {t('import_do')}
        {about}
      </ButtonLink>
      {source === 'upload' && <DeleteFile name={name} question={t('dump_delete_sure')} />}
    </Form>
  )
}
