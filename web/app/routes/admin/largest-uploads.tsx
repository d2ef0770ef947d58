import { formatBytes } from '@askwell/contract/format-bytes.ts'
import type { LargeUpload } from '@askwell/contract/storage.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

interface Props {
  list: LargeUpload[]
  next: string
  /** Whether this is the first page. */
  isFirst: boolean
}

/** Uploads by their size: whose they are, and where they stand. */
export function LargestUploads({ list, next, isFirst }: Props) {
  const t = useText('admin_operations')
  if (list.length === 0) return null
  const here = paths.admin('storage')
  return (
    <Panel title={t('largest_title')} id="largest">
      <Table
        caption={t('largest_title')}
        columns={[
          { name: t('largest_file') },
          { name: t('backup_size'), number: true },
          { name: t('largest_used') },
          { name: t('largest_from') },
          { name: t('backup_place') },
        ]}
      >
        {list.map((upload) => (
          <Row key={upload.address} upload={upload} />
        ))}
      </Table>
      {(next || !isFirst) && (
        <nav className="button-row operations-older" aria-label={t('largest_title')}>
          {!isFirst && <ButtonLink to={`${here}#largest`}>{t('largest_first')}</ButtonLink>}
          {next && <ButtonLink to={`${here}?before=${next}#largest`}>{t('largest_next')}</ButtonLink>}
        </nav>
      )}
    </Panel>
  )
}

function Row({
  upload: { address, kind, bytes, created_at, place, deleted_at, user, uses, used },
}: {
  upload: LargeUpload
}) {
  const t = useText('admin_operations')
  const { tag } = useLanguage()
  const name = address.split('/').at(-1)
  return (
    <tr>
      <th scope="row" data-label={t('largest_file')}>
        {t(`largest_is_${kind}`)}
        <span className="job-answer operations-file">{deleted_at ? name : <a href={address}>{name}</a>}</span>
      </th>
      <td className="number" data-label={t('backup_size')}>
        {formatBytes(tag, bytes)}
      </td>
      <td data-label={t('largest_used')}>
        {uses.map((use) => (
          <Link key={`${use.question_id} ${use.answer_id}`} className="operations-name largest-use" to={addressIn(use)}>
            {use.title}
          </Link>
        ))}
        {used > uses.length && <span className="job-answer">{t('largest_more', { count: used - uses.length })}</span>}
        {used === 0 && t(deleted_at ? 'largest_deleted' : `largest_${kind}`)}
      </td>
      <td data-label={t('largest_from')}>
        {user && <Link to={paths.user(user.username)}>{user.display_name}</Link>}
        <span className="job-answer">
          <Time at={created_at} exact />
        </span>
      </td>
      <td data-label={t('backup_place')}>{t(`uploads_place_${place}`)}</td>
    </tr>
  )
}

const addressIn = ({ question_id, answer_id, url_title }: LargeUpload['uses'][number]) => {
  const question = { id: question_id, url_title }
  return answer_id ? paths.answer(question, answer_id) : paths.question(question)
}
