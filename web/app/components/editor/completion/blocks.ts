import { icons, type ToolbarButton } from '../editor-toolbar.tsx'
import type { Choice } from './sources.ts'

const BLOCKS = [
  'heading',
  'list',
  'numbered',
  'task',
  'quote',
  'code_block',
  'table',
  'image',
  'attach',
  'formula',
  'details',
  'footnote',
] as const satisfies ToolbarButton[]

/** What can be put at the beginning of a line, by its name in the page's language or in English. */
export const blocksFor =
  (nameOf: (tool: (typeof BLOCKS)[number]) => string, attach: boolean) =>
  async (typed: string): Promise<Choice[]> => {
    const wanted = typed.toLowerCase()
    return BLOCKS.filter((tool) => attach || tool !== 'attach')
      .map((tool) => ({ key: tool, label: nameOf(tool), icon: icons[tool], insert: '', tool }))
      .filter(({ key, label }) => key.startsWith(wanted) || label.toLowerCase().includes(wanted))
  }
