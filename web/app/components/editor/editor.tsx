import { Suspense, use, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { EditorButton } from '@askwell/contract/editor-port.ts'
import { lazyPart } from '../../chunks.ts'
import { useText } from '../../i18n/text.tsx'
import { useSite } from '../../root-data.ts'
import type { ControlProps } from '../../ui/field.tsx'
import { OutsideImagesContext } from '../../ui/outside-images.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { HeldBackNotice } from '../layout/outside-images.tsx'
import { EditorHelp } from './editor-help.tsx'
import { EditorPreview } from './editor-preview.tsx'
import { EditorStyles } from './editor-styles.tsx'
import { keyName, textareaSurface, type SendFile, type Surface } from './editor-surface.ts'
import { EditorToolbar, type ToolbarButton } from './editor-toolbar.tsx'
import { useExtensions } from './extensions.ts'
import { changeFor, continueList, indentLines, isMarkdownTool, type Sample, type Selected } from './markdown-edit.ts'
import { blocksFor } from './completion/blocks.ts'
import { CompletionList } from './completion/completion-list.tsx'
import { type FindUsers, languages, sourcesFor } from './completion/sources.ts'
import { useCompletion } from './completion/use-completion.ts'
import { type Face, useBetterSurface } from './use-better-surface.ts'
import { useScrollTogether } from './use-scroll-together.ts'
import { usePastes } from './use-pastes.ts'
import { useUploads } from './use-uploads.ts'
import { useView, type View } from './use-view.ts'

export interface EditorProps {
  defaultValue?: string
  onChange?: (text: string) => void
  /** The text as the server renders it. Without it there is no preview. */
  render?: (text: string) => Promise<string>
  /** Takes an image or an attachment and says where it now is. */
  upload?: SendFile
  /** Finds members to mention. Without it no name is completed. */
  findMembers?: FindUsers
  rows?: number
}

const TableTools = lazyPart(
  () => import('./table-tools.tsx'),
  (part) => part.TableTools,
)

/** A textarea that every browser can send; with scripts it gets a toolbar, a preview, and on first use a better surface. */
export function Editor({
  control,
  defaultValue = '',
  onChange,
  render,
  upload,
  findMembers,
  rows = 10,
}: EditorProps & { control: ControlProps }) {
  const t = useText('editor')
  const [initial] = useState(defaultValue)
  const [text, setText] = useState(initial)
  const panes = useRef<HTMLDivElement>(null)
  const { view, roomy, choose } = useView(panes)
  useScrollTogether(panes, view === 'both')
  const [status, setStatus] = useState('')
  /** What the list of files shows, for those who don't see it. */
  const [heard, setHeard] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const surface = useRef<Surface>(null)
  const picker = useRef<HTMLInputElement>(null)
  /** Escape, then Tab leads out of lists and code. */
  const leaving = useRef(false)
  const [pressed, setPressed] = useState<ToolbarButton[]>([])
  const added = useExtensions()
  const { heldBack } = use(OutsideImagesContext)
  const [inRich, setInRich] = useState(false)
  const [inPreview, setInPreview] = useState(false)
  const {
    face,
    shown,
    begin,
    load,
    choose: chooseFace,
    giveUp,
    steps,
  } = useBetterSurface(field, {
    leave() {
      const { from, to } = at().read()
      field.current!.setSelectionRange(from, to)
    },
    onFailed(missed) {
      const name = faces.find(({ value }) => value === missed)?.label
      if (name) setStatus(t('own_failed', { name }))
    },
  })
  const faces: { value: Face; label: string }[] = [
    { value: 'markdown', label: t('markdown') },
    { value: 'rich', label: t('rich') },
    ...added.flatMap((one) => (one.face ? [{ value: `own:${one.name}` as const, label: one.face.label }] : [])),
  ]

  // Somebody may have typed, and be typing, before the scripts ran; or have pressed for rich text.
  useEffect(() => {
    setText(field.current!.value)
    begin()
    const pressed = field.current!.closest('.editor')?.querySelector<HTMLInputElement>('.editor-face input:checked')
    if (pressed?.value === 'rich') chooseFace('rich')
    // Once, when the page is taken over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const change = (next: string) => {
    leaving.current = false
    setText(next)
    onChange?.(next)
  }
  const at = () => surface.current ?? textareaSurface(field.current!)
  const { add, shown: uploads } = useUploads({ send: upload, field, at, say: setStatus, tell: setHeard })
  const { authorized_image_extensions: images, authorized_attachment_extensions: extensions } = useSite().site_write
  const sample: Sample = (name) => t(`text_${name}`)
  const pick = (tool: 'attach' | 'image') => {
    picker.current!.accept = (tool === 'image' ? images : extensions).map((one) => `.${one}`).join()
    picker.current!.click()
  }
  const press = (tool: ToolbarButton) => {
    if (tool === 'attach' || (tool === 'image' && upload && !pressed.includes(tool))) return pick(tool)
    if (view === 'preview') choose('write')
    if (at().press) at().press!(tool)
    else if (tool === 'undo') at().undo()
    else if (tool === 'redo') at().redo()
    else if (isMarkdownTool(tool)) {
      const change = changeFor(tool, at().read(), sample)
      if (change) at().apply(change)
    }
  }
  const pressOwn = async (button: EditorButton) => {
    try {
      const next = await button.press(at().read())
      if (next) at().apply(next)
    } catch (error) {
      console.error(`editor button ${button.label}:`, error)
      setStatus(t('own_failed', { name: button.label }))
    }
  }
  const blocks = blocksFor(t, upload !== undefined && extensions.length > 0)
  const completion = useCompletion(
    sourcesFor(findMembers, { blocks, languages }),
    (change, { tool }) => {
      const here = at()
      if (here.complete) here.complete(change)
      else here.apply(change)
      if (tool) press(tool)
    },
    added.flatMap(({ completions = [] }) => completions),
  )
  const onKey = (key: string) => {
    if (completion.onKey(key)) return true
    const tool = (
      { 'Mod-b': 'bold', 'Mod-i': 'italic', 'Mod-k': 'link', 'Mod-e': 'code', 'Mod-Shift-x': 'strike' } as const
    )[key]
    if (tool) press(tool)
    else if (key === 'Mod-Enter') field.current!.form?.requestSubmit()
    else if (at().press) return false
    else {
      const isTab = key === 'Tab' || key === 'Shift-Tab'
      const next =
        key === 'Enter'
          ? continueList(at().read())
          : isTab && !leaving.current
            ? indentLines(at().read(), key === 'Shift-Tab')
            : null
      leaving.current = key === 'Escape'
      if (!next) return false
      at().apply(next)
    }
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    if (onKey(keyName(event))) event.preventDefault()
  }

  /** What was pressed to show images is gone: one goes on where one writes, or reads. */
  const goOn = () => {
    const surface = view === 'preview' ? null : panes.current!.querySelector<HTMLElement>('[contenteditable]')
    ;(surface ?? panes.current!.querySelector<HTMLElement>('.editor-preview'))?.focus()
  }

  const pastes = usePastes({ at, add: upload && add, extensions: added })
  const { id, name, ...aria } = control
  const surfaceProps = {
    field,
    onChange(next: string) {
      field.current!.value = next // what the form sends, at once
      change(next)
    },
    onCursor: (written: Selected | null) => (written ? completion.look(written) : completion.close()),
    onKey,
    onReady(ready: Surface | null) {
      surface.current = ready
      if (field.current) field.current.hidden = ready !== null
    },
    attributes: {
      id,
      'aria-labelledby': `${id}-label`,
      ...(aria['aria-describedby'] && { 'aria-describedby': aria['aria-describedby'] }),
      ...(aria['aria-invalid'] && { 'aria-invalid': 'true' }),
      ...completion.aria,
    },
  }
  return (
    <div className="completion-box">
      <EditorStyles />
      <div className="editor" data-view={view} data-invalid={aria['aria-invalid'] ? '' : undefined} {...pastes}>
        <div className="editor-bar needs-script">
          <EditorToolbar
            attach={upload !== undefined && extensions.length > 0}
            pressed={shown?.face === 'rich' ? pressed : undefined}
            own={added.flatMap(({ buttons = [] }) => buttons)}
            onTool={press}
            onOwn={(button) => void pressOwn(button)}
          />
          <Segmented
            className="editor-face"
            label={t('face')}
            name={`${id}-face`}
            value={face}
            onChange={(next) => {
              if (view === 'preview') choose('write')
              setStatus('')
              chooseFace(next as Face)
            }}
            segments={faces}
          />
          {render && (
            <Segmented
              label={t('view')}
              name={`${id}-view`}
              value={view}
              onChange={(next) => choose(next as View)}
              segments={[
                { value: 'write', label: t('write') },
                ...(roomy ? [{ value: 'both', label: t('both') }] : []),
                { value: 'preview', label: t('preview') },
              ]}
            />
          )}
        </div>
        {heldBack && (inRich || inPreview) && <HeldBackNotice className="editor-held-back" stays onShown={goOn} />}
        <div className="editor-panes" ref={panes}>
          <span className="editor-measure" aria-hidden="true" />
          <textarea
            {...aria}
            id={shown ? undefined : id}
            name={name}
            ref={field}
            data-label={`${id}-label`}
            className="editor-source"
            dir="auto"
            rows={rows}
            spellCheck
            defaultValue={initial}
            onInput={(event) => {
              change(event.currentTarget.value)
              completion.look(at().read())
            }}
            onKeyDown={onKeyDown}
            onFocus={load}
            onBlur={completion.close}
            {...completion.aria}
          />
          {shown?.face === 'markdown' && <shown.Code {...surfaceProps} steps={steps} />}
          {shown?.face === 'rich' && (
            <shown.Rich {...surfaceProps} onPressed={setPressed} onOutsideImages={setInRich} />
          )}
          {shown && 'Own' in shown && (
            <shown.Own key={shown.face} face={shown.own} {...surfaceProps} onFailed={giveUp} />
          )}
          {render && view !== 'write' && <EditorPreview text={text} render={render} onOutsideImages={setInPreview} />}
        </div>
        {shown?.face !== 'rich' && /^ {0,3}\|.*\|\s*$/m.test(text) && (
          <Suspense>
            <TableTools text={text} at={at} />
          </Suspense>
        )}
        {uploads && (
          <Suspense fallback={null}>
            <uploads.List {...uploads} />
          </Suspense>
        )}
        <div className="editor-foot">
          <span className="needs-script">
            {shown?.face === 'rich' ? t(upload ? 'foot_rich_images' : 'foot_rich') : t(upload ? 'foot_images' : 'foot')}
          </span>
          <span className="without-script">{t(upload ? 'foot_plain' : 'foot')}</span>
          <span role="status">{status}</span>
          <span className="visually-hidden" role="status">
            {heard}
          </span>
          <EditorHelp />
        </div>
        {upload && (
          <input
            ref={picker}
            className="editor-picker"
            type="file"
            multiple
            hidden
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        )}
      </div>
      <CompletionList completion={completion.shown} surface={at} />
    </div>
  )
}
