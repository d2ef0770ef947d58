import type { BackupContents } from '@askwell/contract/backups.ts'
import { PASSWORD } from '@askwell/contract/limits.ts'
import { PageForm } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { FormButtons, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { paths } from '../../paths.ts'

interface Props {
  act: 'download' | 'restore'
  name: string
  contents: BackupContents | undefined
  siteName: string
}

/** Whoever gets a backup, or puts one in place, proves once more who they are. */
export function BackupDialog({ act, name, contents, siteName }: Props) {
  const t = useText('admin_operations')
  const back = paths.admin('backups')
  return (
    <PageDialog title={t(act === 'download' ? 'download_title' : 'restore_title')} back={back}>
      <p className="operations-file">{name}</p>
      {contents && <Preview contents={contents} />}
      {act === 'download' && <p>{t('download_help')}</p>}
      {contents?.restores === 'others' ? (
        <Notice kind="warning" title={t('restore_others')} />
      ) : (
        <PageForm
          intent={act}
          action={`${back}?${new URLSearchParams({ [act]: name })}`}
          labels={{ pass: t('password'), site_name: t('restore_site_name') }}
        >
          {(field, { busy }) => (
            <>
              <input type="hidden" name="name" value={name} />
              {act === 'restore' && (
                <TextInput
                  {...field('site_name')}
                  label={t('restore_site_name')}
                  help={t('restore_site_name_help', { name: siteName })}
                  autoComplete="off"
                  required
                />
              )}
              <TextInput
                {...field('pass')}
                label={t('password')}
                help={t('password_help')}
                type="password"
                autoComplete="current-password"
                maxLength={PASSWORD.max}
              />
              <FormButtons back={back} leave={t('cancel')}>
                <SubmitButton look={act === 'restore' ? 'danger-fill' : 'primary'} busy={busy}>
                  {t(act === 'restore' ? 'restore_now' : 'backup_download')}
                </SubmitButton>
              </FormButtons>
            </>
          )}
        </PageForm>
      )}
    </PageDialog>
  )
}

/** What comes and what goes. */
function Preview({ contents }: { contents: BackupContents }) {
  const t = useText('admin_operations')
  const { number } = useLanguage()
  return (
    <div className="operations-preview">
      <p>
        {t('restore_made')} <Time at={contents.made_at} exact />, {t('restore_version', { version: contents.version })}
      </p>
      <Table
        caption={t('restore_compared')}
        columns={[
          { name: t('restore_what') },
          { name: t('restore_in_it'), number: true },
          { name: t('restore_now_there'), number: true },
        ]}
      >
        {contents.rows.map(({ table, in_backup, now }) => (
          <tr key={table}>
            <th scope="row">{t(`rows_${table}`)}</th>
            <td className="number" data-label={t('restore_in_it')}>
              {number(in_backup)}
            </td>
            <td className="number" data-label={t('restore_now_there')}>
              {number(now)}
            </td>
          </tr>
        ))}
      </Table>
      <Notice kind="danger" title={t('restore_warning')}>
        {t(contents.restores === 'next_start' ? 'restore_means_next_start' : 'restore_means')}
      </Notice>
      {contents.needs_s3 && <Notice kind="warning">{t('restore_needs_s3')}</Notice>}
    </div>
  )
}
