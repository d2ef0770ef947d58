import { type Change, put, type Selected } from './markdown-edit.ts'
import type { Pasted } from './editor-surface.ts'

const rowOf = (cells: string[]) => `| ${cells.map((cell) => cell.trim().replaceAll('|', '\\|')).join(' | ')} |`

/** Cells copied from a spreadsheet: a table that comes with tabs between its cells. */
const tableOf = ({ text, html }: Pasted) => {
  if (!/<table[\s>]/i.test(html)) return null
  const rows = text
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
  const width = rows[0]!.length
  if (rows.length < 2 || width < 2 || rows.some((row) => row.length !== width)) return null
  const [head, ...body] = rows.map(rowOf)
  return [head, rowOf(rows[0]!.map(() => '---')), ...body].join('\n')
}

const languageOf = (editor: string) => {
  try {
    const { mode } = JSON.parse(editor) as { mode?: unknown }
    return typeof mode === 'string' && /^[\w+#-]{1,30}$/.test(mode) ? mode : undefined
  } catch {
    return undefined
  }
}

/** Lines of code with the language that their editor names; Markdown and plain texts are what is written here anyway. */
const codeOf = ({ text, editor }: Pasted) => {
  const language = editor && languageOf(editor)
  if (!language || /^(markdown|plaintext)$/.test(language) || !/\n/.test(text.trim())) return null
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.replace(/\s+$/, '')}\n${fence}`
}

/** Code and tables, which more than their HTML tells of. */
export const blockOf = (pasted: Pasted) => codeOf(pasted) ?? tableOf(pasted)

const asBlock = (selected: Selected, block: string) => {
  const before = selected.text.slice(0, selected.from)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  return put(selected, `${gap}${block}\n`)
}

const BEGINS_BLOCK = /^(?:#{1,6} |[-*+] |\d+[.)] |> |```|\||\* \* \*)/

/** Markdown in place of what is selected: words among words, and whatever is more by itself. */
export const changeForMarkdown = (selected: Selected, markdown: string): Change =>
  BEGINS_BLOCK.test(markdown) || markdown.includes('\n') ? asBlock(selected, markdown) : put(selected, markdown)
