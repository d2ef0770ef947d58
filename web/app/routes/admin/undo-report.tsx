import type { UndoReport } from '@askwell/contract/imports.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { Table } from '../../ui/table.tsx'

const FIGURES = ['questions', 'answers', 'comments', 'members', 'tags', 'votes', 'bookmarks'] as const

/** What goes from an old site, or has gone, and what stays. */
export function UndoReportView({ report, isTrial }: { report: UndoReport; isTrial: boolean }) {
  const t = useText('admin_operations')
  const { number, tag } = useLanguage()
  const title = t(isTrial ? 'undo_going' : 'undo_gone', { site: report.site })
  const nameOf = (figure: (typeof FIGURES)[number]) =>
    t(isTrial && figure === 'tags' ? 'undo_tags_most' : `undo_${figure}`)
  return (
    <div className="operations-preview">
      <Table caption={title} columns={[{ name: title }, { name: t('undo_count'), number: true }]}>
        {FIGURES.map((figure) => (
          <tr key={figure}>
            <th scope="row">{nameOf(figure)}</th>
            <td className="number" data-label={t('undo_count')}>
              {number(report[figure])}
            </td>
          </tr>
        ))}
      </Table>
      {report.kept_questions > 0 && (
        <>
          <p>{t('undo_kept_questions', { count: report.kept_questions })}</p>
          <ul>
            {report.kept.map((question) => (
              <li key={question.id}>
                <Link to={paths.question(question)}>{question.title}</Link>
              </li>
            ))}
            {report.kept_questions > report.kept.length && (
              <li>{t('import_more', { count: report.kept_questions - report.kept.length })}</li>
            )}
          </ul>
        </>
      )}
      {report.kept_members > 0 && <p>{t('undo_kept_members', { count: report.kept_members })}</p>}
      {report.claimed.length > 0 && (
        <p>{t('undo_claimed', { names: new Intl.ListFormat(tag, { type: 'unit' }).format(report.claimed) })}</p>
      )}
    </div>
  )
}
