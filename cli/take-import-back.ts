import type { Config } from '@askwell/server/config.ts'
import { onSite } from './on-site.ts'

/** Each figure once it isn't nought. */
const counted = (figures: Record<string, number>) =>
  Object.entries(figures)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'nothing'

/** Takes back what an import from a site has brought; on a trial it only says what would go. */
export const takeImportBack = async (site: string, dry_run: boolean, config: Config) => {
  const report = await onSite('import-undo', config, { site, dry_run })
  const { questions, answers, comments, members, tags, votes, bookmarks } = report
  console.log(
    `From ${site} ${dry_run ? 'would go' : 'went'}: ${counted({ questions, answers, comments, members, [dry_run ? 'tags at most' : 'tags']: tags, 'votes cast here': votes, 'bookmarks made here': bookmarks })}`,
  )
  if (report.kept_questions)
    console.log(
      `${report.kept_questions} questions stay, since somebody has written there: ${report.kept.map(({ title }) => title).join(' · ')}`,
    )
  if (report.kept_members)
    console.log(
      `${report.kept_members} members stay, in these questions or since somebody has used or changed their accounts`,
    )
  if (report.claimed.length) console.log(`Used or changed here: ${report.claimed.join(', ')}`)
}
