import type { Backup } from '@askwell/contract/backups.ts'
import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatBytes } from '@askwell/contract/format-bytes.ts'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { DeleteFile } from './delete-file.tsx'

/** Every backup there is, and what can be done with it. */
export function BackupList({ list, canSend }: { list: Backup[]; canSend: boolean }) {
  const t = useText('admin_operations')
  return (
    <section className="operations-part" aria-label={t('backups_title')}>
      {canSend && (
        <Form method="post" preventScrollReset className="button-row">
          <FormToken />
          <SubmitButton name="intent" value="make_s3" look="plain">
            {t('backup_make_s3')}
          </SubmitButton>
        </Form>
      )}
      {list.length === 0 ? (
        <Empty icon="inbox" title={t('backups_none')} />
      ) : (
        <Table
          caption={t('backups_title')}
          columns={[
            { name: t('backup_when') },
            { name: t('backup_origin') },
            { name: t('backup_place') },
            { name: t('backup_size'), number: true },
            { name: <span className="visually-hidden">{t('acts')}</span> },
          ]}
        >
          {list.map((backup) => (
            <Row key={`${backup.place} ${backup.name}`} backup={backup} />
          ))}
        </Table>
      )}
    </section>
  )
}

function Row({ backup }: { backup: Backup }) {
  const t = useText('admin_operations')
  const { tag } = useLanguage()
  return (
    <tr>
      <th scope="row" data-label={t('backup_when')}>
        <Time at={backup.made_at} exact />
        <span className="job-answer operations-file">{backup.name}</span>
      </th>
      <td data-label={t('backup_origin')}>{t(`backup_origin_${backup.origin}`)}</td>
      <td data-label={t('backup_place')}>{t(`backup_place_${backup.place}`)}</td>
      <td data-label={t('backup_size')} className="number">
        {formatBytes(tag, backup.bytes)}
      </td>
      <td className="actions">
        <Acts backup={backup} />
      </td>
    </tr>
  )
}

function Acts({ backup: { name, place } }: { backup: Backup }) {
  const t = useText('admin_operations')
  const about = <span className="visually-hidden">{` ${name}`}</span>
  return (
    <Form method="post" preventScrollReset className="job-acts">
      <FormToken />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="place" value={place} />
      {place === 'folder' ? (
        <>
          <ButtonLink size="small" to={`?${new URLSearchParams({ download: name })}`} keepScroll>
            {t('backup_download')}
            {about}
          </ButtonLink>
          <ButtonLink size="small" to={`?${new URLSearchParams({ restore: name })}`} keepScroll>
            {t('backup_restore')}
            {about}
          </ButtonLink>
        </>
      ) : (
        <SubmitButton name="intent" value="fetch" look="plain" size="small">
          {t('backup_fetch')}
          {about}
        </SubmitButton>
      )}
      <DeleteFile name={name} question={t('backup_delete_sure')} />
    </Form>
  )
}
