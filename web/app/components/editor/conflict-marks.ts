import { CONFLICT_MARKS } from '@askwell/contract/revisions.ts'

const MARKS: readonly string[] = Object.values(CONFLICT_MARKS)
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Prepares a text with merge marks for its preview: Markdown would otherwise make headings and quotes of them. In code they are shown anyway. */
export const withMarksShown = (content: string) => {
  let fence = ''
  return content
    .split('\n')
    .flatMap((line) => {
      if (MARKS.includes(line) && !fence) return ['', `\`${line}\``, '']
      const found = FENCE.exec(line)?.[1]
      if (found && !fence) fence = found
      else if (found?.startsWith(fence) && line.trim() === found) fence = ''
      return [line]
    })
    .join('\n')
}
