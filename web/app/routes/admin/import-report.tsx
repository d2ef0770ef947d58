import type { ImportReport } from '@askwell/contract/imports.ts'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'

const KNOWN = [
  'Tags',
  'Users',
  'Posts',
  'Comments',
  'tags',
  'members',
  'questions',
  'answers',
  'comments',
  'map',
] as const
const isKnown = (file: string): file is (typeof KNOWN)[number] => (KNOWN as readonly string[]).includes(file)
const FIGURES = ['rows', 'added', 'present', 'other', 'broken'] as const

interface Props {
  report: ImportReport
  isTrial: boolean
  /** It was taken back: what is here can't be held against it any more. */
  isUndone?: boolean
}

/** What would come, or what came, what not, and why. */
export function ImportReportView({ report, isTrial, isUndone = false }: Props) {
  const t = useText('admin_operations')
  const { number, tag } = useLanguage()
  const broken = report.files.reduce((sum, file) => sum + file.broken, 0)
  const nameOf = (figure: (typeof FIGURES)[number]) =>
    t(figure === 'added' && isTrial ? 'import_would_come' : `import_${figure}`)
  return (
    <div className="operations-preview">
      <p>{t('import_site', { name: report.name, site: report.site })}</p>
      <Table
        caption={t(isTrial ? 'import_trial_report' : 'import_report')}
        columns={[{ name: t('import_what') }, ...FIGURES.map((figure) => ({ name: nameOf(figure), number: true }))]}
      >
        {report.files.map((row) => (
          <tr key={row.file}>
            <th scope="row">{isKnown(row.file) ? t(`import_file_${row.file}`) : row.file}</th>
            {FIGURES.map((figure) => (
              <td key={figure} className="number" data-label={nameOf(figure)}>
                {number(row[figure])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {report.cut.map(({ file, line }) => (
        <Notice key={file} kind="warning" title={t('import_cut', { file, line: number(line) })} />
      ))}
      {report.missing.length > 0 && (
        <p>{t('import_missing', { files: new Intl.ListFormat(tag, { type: 'unit' }).format(report.missing) })}</p>
      )}
      {(report.same_names ?? 0) > 0 && (
        <Notice kind="warning" title={t('import_same_names', { count: report.same_names! })} />
      )}
      {(report.same_questions ?? 0) > 0 && (
        <Notice kind="warning" title={t('import_same_questions', { count: report.same_questions! })} />
      )}
      {report.comparison && !isUndone && <Compared comparison={report.comparison} />}
      {report.complaints.length > 0 && (
        <Fold title={t('import_complaints', { count: broken })}>
          <ul>
            {report.complaints.map(({ file, line, problem }) => (
              <li key={`${file} ${line}`}>{t('import_complaint', { file, line: number(line), problem })}</li>
            ))}
          </ul>
          {broken > report.complaints.length && <p>{t('import_more', { count: broken - report.complaints.length })}</p>}
        </Fold>
      )}
      {report.remarks.length > 0 && (
        <Fold title={t(isTrial ? 'import_remarks_trial' : 'import_remarks', { count: report.remark_count })}>
          <ul>
            {report.remarks.map(({ file, line, problem }) => (
              <li key={`${file} ${line} ${problem}`}>{t('import_complaint', { file, line: number(line), problem })}</li>
            ))}
          </ul>
          {report.remark_count > report.remarks.length && (
            <p>{t('import_more', { count: report.remark_count - report.remarks.length })}</p>
          )}
        </Fold>
      )}
    </div>
  )
}

/** Whether the site has what the dump says. */
function Compared({ comparison }: { comparison: NonNullable<ImportReport['comparison']> }) {
  const t = useText('admin_operations')
  const { number } = useLanguage()
  const { kinds, differences, different, compared } = comparison
  const missing = kinds.filter(({ there, here }) => there > here)
  if (different === 0 && missing.length === 0)
    return <Notice kind="success" title={t('import_compared', { count: compared })} />
  return (
    <Fold title={t('import_different', { count: different, compared: number(compared) })}>
      <ul>
        {missing.map(({ kind, there, here }) => (
          <li key={kind}>{t('import_not_here', { kind, count: there - here, there: number(there) })}</li>
        ))}
        {differences.map(({ file, key, field, there, here }) => (
          <li key={`${file} ${key} ${field}`}>{t('import_difference', { file, key, field, there, here })}</li>
        ))}
      </ul>
      {different > differences.length && <p>{t('import_more', { count: different - differences.length })}</p>}
    </Fold>
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="report-fold">
      <summary>
        {title}
        <Icon name="chevronDown" small />
      </summary>
      {children}
    </details>
  )
}
