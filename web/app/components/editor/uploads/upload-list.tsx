import { formatBytes } from '@askwell/contract/format-bytes.ts'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '../../../i18n/text.tsx'
import { useSite } from '../../../root-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import type { SendFile, Surface } from '../editor-surface.ts'
import { fileKind } from './file-kinds.ts'
import './upload-list.css'
import { type Around, type Task, uploadQueue } from './upload-queue.ts'

// Loaded with the first file.

interface Props {
  /** What was added, time after time. */
  batches: File[][]
  send: SendFile
  surface: () => Surface
  say: (words: string) => void
  /** Why the text can't be sent yet; nothing if it can. */
  onWaiting: (waiting: () => string | undefined) => void
}

/** The files on their way: how far each is, and what one can do about it. */
export function UploadList({ batches, send, surface, say, onWaiting }: Props) {
  const t = useText('uploads')
  const waitWords = useText('editor')('upload_wait')
  const { tag, number } = useLanguage()
  const { site_write } = useSite()
  const [tasks, setTasks] = useState<Task[]>([])
  const bytes = (count: number) => formatBytes(tag, count)
  const around: Around = {
    send,
    surface,
    say,
    show: setTasks,
    kindOf: (file) => fileKind(file, site_write),
    failed: (name, reason) => t('refused', { name, reason }),
    words: {
      mark: (name) => t('uploading', { name }),
      fault: (fault) =>
        fault.kind === 'empty'
          ? t('empty')
          : fault.kind === 'too_large'
            ? t('too_large', { max: bytes(fault.bytes) })
            : t('type', { allowed: fault.allowed.join(', ') }),
      unreachable: t('unreachable'),
      loggedOut: t('logged_out'),
      tooLarge: t('too_large_there'),
      attached: ({ name, size }) => `${name} (${bytes(size)})`,
    },
  }
  const [queue] = useState(() => uploadQueue(around))
  const taken = useRef(0)
  useEffect(() => {
    queue.renew(around)
  })
  useEffect(() => {
    for (; taken.current < batches.length; taken.current++) queue.add(batches[taken.current]!)
  }, [batches, queue])
  const waitFailed = (name: string) => t('wait_failed', { name })
  useEffect(() => {
    onWaiting(() => {
      const awaited = queue.awaited()
      if (!awaited) return undefined
      return awaited.state === 'failed' ? waitFailed(awaited.file.name) : waitWords
    })
  })
  useEffect(() => queue.stop, [queue])

  if (tasks.length === 0) return null
  return (
    <ul className="upload-list" aria-label={t('title')}>
      {tasks.map((task) => (
        <li key={task.id} data-state={task.state}>
          <UploadRow task={task} queue={queue} bytes={bytes} number={number} />
        </li>
      ))}
    </ul>
  )
}

/** The row goes away: on to the one beside it, or back to the text. */
const goOn = (row: Element) => {
  const beside = (row.nextElementSibling ?? row.previousElementSibling)?.querySelector<HTMLElement>(
    '.upload-acts button:last-child',
  )
  const text = row.closest('.editor')?.querySelector<HTMLElement>('[contenteditable=true], textarea:not([hidden])')
  const next = beside ?? text
  next?.focus()
}

interface RowProps {
  task: Task
  queue: ReturnType<typeof uploadQueue>
  bytes: (count: number) => string
  number: (value: number) => string
}

function UploadRow({ task, queue, bytes, number }: RowProps) {
  const t = useText('uploads')
  const { name, size } = task.file
  const percent = size ? Math.floor((task.sent / size) * 100) : 0
  const isDone = task.state === 'done'
  const isOver = isDone || task.state === 'refused'
  return (
    <>
      <span className="upload-name">
        <bdi>{name}</bdi> <small>{bytes(size)}</small>
      </span>
      {isDone ? (
        <label className="upload-alt">
          {t('alt')}
          <input
            className="input"
            dir="auto"
            aria-label={t('alt_name', { name })}
            // Enter would send the text.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onInput={(event) => queue.describe(task, event.currentTarget.value)}
          />
        </label>
      ) : task.reason ? (
        <span className="upload-reason">{task.reason}</span>
      ) : (
        <span className="upload-progress">
          <Progress label={t('uploading', { name })} value={percent} />
          <span>{t('percent', { percent: number(percent) })}</span>
        </span>
      )}
      <span className="upload-acts">
        {task.state === 'failed' && (
          <Button size="small" aria-label={t('retry_name', { name })} onClick={() => queue.retry(task)}>
            {t('retry')}
          </Button>
        )}
        <Button
          size="small"
          look="quiet"
          aria-label={t(isOver ? 'dismiss_name' : 'cancel_name', { name })}
          onClick={({ currentTarget }) => {
            goOn(currentTarget.closest('li')!)
            queue.remove(task)
          }}
        >
          {t(isOver ? 'dismiss' : 'cancel')}
        </Button>
      </span>
    </>
  )
}
