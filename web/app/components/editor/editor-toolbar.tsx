import { useState, type KeyboardEvent } from 'react'
import { useText } from '../../i18n/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { Tool } from './markdown-edit.ts'

const icons: Record<Tool, IconName> = {
  bold: 'bold',
  italic: 'italic',
  heading: 'heading',
  link: 'link',
  quote: 'quote',
  code: 'code',
  formula: 'sigma',
  list: 'list',
  numbered: 'listOrdered',
  table: 'table',
  image: 'image',
}
const groups: Tool[][] = [
  ['bold', 'italic', 'heading'],
  ['link', 'quote', 'code', 'formula'],
  ['list', 'numbered', 'table', 'image'],
]
const keys: Partial<Record<Tool, string>> = { bold: 'Ctrl+B', italic: 'Ctrl+I', link: 'Ctrl+K' }
const all = groups.flat()

/** One stop for the Tab key; arrows walk along it. */
export function EditorToolbar({ onTool }: { onTool: (tool: Tool) => void }) {
  const t = useText('editor')
  const [stop, setStop] = useState(0)
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const place = (next + all.length) % all.length
    setStop(place)
    event.currentTarget.querySelectorAll('button')[place]?.focus()
  }
  return (
    <div className="editor-tools" role="toolbar" aria-label={t('formatting')} onKeyDown={walk}>
      {/* words: editor.* */}
      {groups.map((group) => (
        <span className="editor-group" key={group[0]}>
          {group.map((tool) => (
            <IconButton
              key={tool}
              icon={icons[tool]}
              label={t(tool)}
              title={keys[tool] ? `${t(tool)} (${keys[tool]})` : t(tool)}
              tabIndex={all.indexOf(tool) === stop ? 0 : -1}
              onFocus={() => setStop(all.indexOf(tool))}
              onClick={() => onTool(tool)}
            />
          ))}
        </span>
      ))}
    </div>
  )
}
