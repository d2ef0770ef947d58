import { CONFLICT_MARKS } from '@askwell/contract/revisions.ts'

const MARKS: readonly string[] = Object.values(CONFLICT_MARKS)
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** A text that is being put together, for its preview: the marks show as they are, where Markdown would make headings and quotes of them. In code they do anyway. */
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
