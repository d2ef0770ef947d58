import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import type { SendFile, Surface } from './editor-surface.ts'
import type { UploadList } from './uploads/upload-list.tsx'
import { MARK_END } from './uploads/upload-mark.ts'

interface Uploads {
  field: RefObject<HTMLTextAreaElement | null>
  at: () => Surface
  send: SendFile | undefined
  /** Tells the person what the list of files doesn't say. */
  say: (words: string) => void
  /** Says aloud what it does. */
  tell: (words: string) => void
}

type List = ComponentType<Parameters<typeof UploadList>[0]>

/** Of a file that was on its way when the page was loaded anew or left: it doesn't come any more. */
const LOST_MARK = new RegExp(MARK_END)

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')

/** Files for the text. What sends and lists them is fetched with the first one. */
export function useUploads({ field, at, send, say, tell }: Uploads) {
  const t = useText('editor')
  const [batches, setBatches] = useState<File[][]>([])
  const [list, setList] = useState<List | null>(null)
  const lost = t('upload_lost')
  const waiting = useRef<() => string | undefined>(null)
  const now = useRef({ say, at })
  useEffect(() => {
    now.current = { say, at }
  })

  // A text isn't sent with placeholders in it.
  useEffect(() => {
    const form = field.current?.form
    const wait = (event: Event) => {
      const isLost = LOST_MARK.test(now.current.at().read().text)
      const words = waiting.current?.() ?? (isLost ? lost : undefined)
      if (!words) return now.current.say('')
      event.preventDefault()
      event.stopImmediatePropagation()
      now.current.say(words)
    }
    form?.addEventListener('submit', wait, true)
    return () => form?.removeEventListener('submit', wait, true)
  }, [field, lost])

  // A file dropped beside the field would be opened in place of the page, and what was typed would be gone.
  useEffect(() => {
    const stay = (event: DragEvent) => {
      if (!hasFiles(event) || (event.target as Element).closest('input[type=file]')) return
      event.preventDefault()
    }
    const end = new AbortController()
    for (const event of ['dragover', 'drop'] as const) window.addEventListener(event, stay, { signal: end.signal })
    return () => end.abort()
  }, [])

  const add = (files: File[]) => {
    const wait = t('upload_wait')
    const failed = files.map(({ name }) => t('upload_failed', { name })).join(' ')
    setBatches((before) => [...before, files])
    if (list) return
    waiting.current ??= () => wait
    import('./uploads/upload-list.tsx').then(
      ({ UploadList }) => setList(() => UploadList),
      () => {
        waiting.current = null
        setBatches([])
        now.current.say(failed)
      },
    )
  }
  const surface = () => now.current.at()
  const onWaiting = (next: () => string | undefined) => {
    waiting.current = next
  }
  const shown = list && send && { List: list, batches, send, surface, say: tell, onWaiting }
  return { add, shown }
}
