import { useText } from '../../i18n/text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Key } from '../../ui/key.tsx'
import './editor-help.css'

/** What is typed stands there as it is; what it becomes is said in words. */
const EXAMPLES = {
  bold: '**bold**',
  italic: '*italic*',
  strike: '~~struck~~',
  heading: '## Heading',
  link: '[words](https://example.com)',
  image: '![what it shows](address)',
  quote: '> Quote',
  code: '`code`',
  code_block: '```js\nlet foam = 1\n```',
  list: '- one\n- two',
  numbered: '1. one\n2. two',
  task: '- [ ] to do\n- [x] done',
  table: '| a | b |\n| - | - |\n| 1 | 2 |',
  formula: '$x^2$',
  footnote: 'Words[^1]\n\n[^1]: Note',
} as const
const SHORTCUTS = [
  ['bold', ['Ctrl', 'B']],
  ['italic', ['Ctrl', 'I']],
  ['strike', ['Ctrl', 'Shift', 'X']],
  ['link', ['Ctrl', 'K']],
  ['code', ['Ctrl', 'E']],
  ['undo', ['Ctrl', 'Z']],
  ['redo', ['Ctrl', 'Y']],
  ['help_send', ['Ctrl', 'Enter']],
  ['help_plain', ['Ctrl', 'Shift', 'V']],
  ['help_leave', ['Esc', 'Tab']],
] as const
const SIGNS = { members: '@', questions: '#', emoji: ':', tags: '[[', blocks: '/', languages: '```' } as const

const entries = <Key extends string, Value>(all: Record<Key, Value>) => Object.entries(all) as [Key, Value][]

export function EditorHelpDialog({ onClose }: { onClose: () => void }) {
  const t = useText('editor')
  return (
    <Dialog open onClose={onClose} title={t('help_title')} wide>
      <div className="editor-help">
        <h3>{t('help_examples')}</h3>
        <dl>
          {entries(EXAMPLES).map(([name, example]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>
                <code dir="ltr">{example}</code>
              </dd>
            </div>
          ))}
        </dl>
        <h3>{t('help_completed')}</h3>
        <dl>
          {entries(SIGNS).map(([name, sign]) => (
            <div key={name}>
              <dt>{t(`complete_${name}`)}</dt>
              <dd>
                <code dir="ltr">{sign}</code>
              </dd>
            </div>
          ))}
        </dl>
        <h3>{t('help_shortcuts')}</h3>
        <dl>
          {SHORTCUTS.map(([name, keys]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>
                {keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
