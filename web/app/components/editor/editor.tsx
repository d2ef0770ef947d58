import {
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentType,
  type DragEvent,
  type KeyboardEvent,
} from 'react'
import { isFieldList } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import type { ControlProps } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { CodeSurface } from './code-surface.tsx'
import { EditorPreview } from './editor-preview.tsx'
import { textareaSurface, type Surface } from './editor-surface.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { changeFor, continueList, type Sample, type Tool } from './markdown-edit.ts'
import { MentionList } from './mention-list.tsx'
import { type FindMembers, useMentions } from './use-mentions.ts'
import './editor.css'

export interface EditorProps {
  /** The text, if the page controls it; else `defaultValue` is the initial one. */
  value?: string
  defaultValue?: string
  onChange?: (text: string) => void
  /** The text as the server renders it. Without it there is no preview. */
  render?: (text: string) => Promise<string>
  /** Takes an image and says where it now is. */
  upload?: (file: File) => Promise<string>
  /** Finds members to mention. Without it no name is completed. */
  findMembers?: FindMembers
  rows?: number
}

type View = 'write' | 'both' | 'preview'
type Code = ComponentType<Parameters<typeof CodeSurface>[0]>

/** A textarea that every browser can send; with scripts it gets a toolbar, a preview, and on first use a better surface. */
export function Editor({
  control,
  value,
  defaultValue = '',
  onChange,
  render,
  upload,
  findMembers,
  rows = 10,
}: EditorProps & { control: ControlProps }) {
  const t = useText('editor')
  const [text, setText] = useState(value ?? defaultValue)
  const [view, setView] = useState<View>(render ? 'both' : 'write')
  const [status, setStatus] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const surface = useRef<Surface>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { code, load, start } = useCode(field)

  useEffect(() => {
    if (value !== undefined) setText(value)
  }, [value])

  const change = (next: string) => {
    setText(next)
    onChange?.(next)
  }
  const at = () => surface.current ?? textareaSurface(field.current!)
  const mentions = useMentions(findMembers, (mention) => at().apply(mention))
  const sample: Sample = (name) => t(`text_${name}`)
  const press = (tool: Tool) => {
    if (tool === 'image' && upload) return picker.current!.click()
    if (view === 'preview') setView(render ? 'both' : 'write')
    at().apply(changeFor(tool, at().read(), sample))
  }
  const onKey = (key: string) => {
    if (mentions.onKey(key)) return true
    const tool = ({ 'Mod-b': 'bold', 'Mod-i': 'italic', 'Mod-k': 'link' } as const)[key]
    if (tool) press(tool)
    else if (key === 'Mod-Enter') field.current!.form?.requestSubmit()
    else {
      const next = key === 'Enter' ? continueList(at().read()) : null
      if (!next) return false
      at().apply(next)
    }
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey || event.altKey) return
    const key =
      event.ctrlKey || event.metaKey ? `Mod-${event.key === 'Enter' ? 'Enter' : event.key.toLowerCase()}` : event.key
    if (onKey(key)) event.preventDefault()
  }

  const add = async (files: Iterable<File>) => {
    for (const file of files) {
      setStatus(t('uploading', { name: file.name }))
      try {
        const url = await upload!(file)
        const { from, to } = at().read()
        const insert = `![${file.name.replace(/\.\w+$/, '').replace(/[[\]]/g, '')}](${url})`
        at().apply({ from, to, insert, select: [from + insert.length, from + insert.length] })
        setStatus('')
      } catch (error) {
        const { data } = error as { data?: unknown }
        const reason = isFieldList(data) && data[0]!.error_msg
        setStatus(reason ? t('upload_refused', { name: file.name, reason }) : t('upload_failed', { name: file.name }))
      }
    }
  }
  const dropped = (event: ClipboardEvent | DragEvent, from: DataTransfer) => {
    const files = [...from.files].filter((file) => file.type.startsWith('image/'))
    if (!upload || files.length === 0) return
    event.preventDefault()
    void add(files)
  }

  const { id, name, ...aria } = control
  const CodeEditor = code
  return (
    <div className="mention-box">
      <div
        className="editor"
        data-view={view}
        data-invalid={aria['aria-invalid'] ? '' : undefined}
        onPasteCapture={(event) => dropped(event, event.clipboardData)}
        onDropCapture={(event) => dropped(event, event.dataTransfer)}
      >
        <div className="editor-bar needs-script">
          <EditorToolbar onTool={press} />
          {render && (
            <Segmented
              label={t('view')}
              name={`${id}-view`}
              value={view}
              onChange={(next) => setView(next as View)}
              segments={[
                { value: 'write', label: t('write') },
                { value: 'both', label: t('both'), className: 'editor-view-both' },
                { value: 'preview', label: t('preview') },
              ]}
            />
          )}
        </div>
        <div className="editor-panes">
          <textarea
            {...aria}
            id={CodeEditor ? undefined : id}
            name={name}
            ref={field}
            data-label={`${id}-label`}
            className="editor-source"
            dir="auto"
            rows={rows}
            spellCheck
            value={text}
            hidden={CodeEditor !== null}
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) => {
              change(event.target.value)
              mentions.look(at().read())
            }}
            onKeyDown={onKeyDown}
            onFocus={load}
            onBlur={mentions.close}
            {...mentions.aria}
          />
          {CodeEditor && (
            <CodeEditor
              text={text}
              start={start}
              onChange={change}
              onCursor={(written) => (written ? mentions.look(written) : mentions.close())}
              onKey={onKey}
              onReady={(ready) => {
                surface.current = ready
              }}
              attributes={{
                id,
                'aria-labelledby': `${id}-label`,
                ...(aria['aria-describedby'] && { 'aria-describedby': aria['aria-describedby'] }),
                ...(aria['aria-invalid'] && { 'aria-invalid': 'true' }),
                ...mentions.aria,
              }}
            />
          )}
          {render && view !== 'write' && <EditorPreview text={text} render={render} alone={view === 'preview'} />}
        </div>
        <div className="editor-foot">
          <span>{t(upload ? 'foot_images' : 'foot')}</span>
          <span role="status">{status}</span>
        </div>
        {upload && (
          <input
            ref={picker}
            className="editor-picker"
            type="file"
            accept="image/*"
            hidden
            onChange={(event) => {
              void add(event.target.files ?? [])
              event.target.value = ''
            }}
          />
        )}
      </div>
      {mentions.shown && <MentionList mentions={mentions.shown} surface={at} />}
    </div>
  )
}

/** Loads CodeMirror when the person focuses the field, and keeps the cursor. On touch screens the textarea stays: phones know it best. */
function useCode(field: { current: HTMLTextAreaElement | null }) {
  const [code, setCode] = useState<Code | null>(null)
  const [start, setStart] = useState({ selected: { from: 0, to: 0 }, focus: false })
  const asked = useRef(false)
  const composing = useRef(false)

  const load = () => {
    if (asked.current || matchMedia('(pointer: coarse)').matches) return
    asked.current = true
    const area = field.current!
    area.addEventListener('compositionstart', () => {
      composing.current = true
    })
    area.addEventListener('compositionend', () => {
      composing.current = false
    })
    import('./code-surface.tsx').then(
      ({ CodeSurface }) => {
        const take = () => {
          setStart({
            selected: { from: area.selectionStart, to: area.selectionEnd },
            focus: document.activeElement === area,
          })
          setCode(() => CodeSurface)
        }
        if (composing.current) area.addEventListener('compositionend', take, { once: true })
        else take()
      },
      () => {
        asked.current = false
      },
    )
  }

  // A label can't focus what isn't a form control, so its click is passed on.
  useEffect(() => {
    if (!code) return
    const label = document.getElementById(field.current!.getAttribute('data-label') ?? '')
    const press = () => field.current!.parentElement?.querySelector<HTMLElement>('[contenteditable]')?.focus()
    label?.addEventListener('click', press)
    return () => label?.removeEventListener('click', press)
  }, [code, field])

  return { code, load, start }
}
