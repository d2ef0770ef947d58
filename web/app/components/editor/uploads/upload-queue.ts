import { CallFailed } from '@askwell/web/context.ts'
import { isFieldList } from '../../../session.ts'
import type { SendFile, Surface } from '../editor-surface.ts'
import type { FileKind, Source } from './file-kinds.ts'
import { markOf } from './upload-mark.ts'

/** A file on its way. Its mark stands in the text until its address does. An image that has arrived stays, to be asked what it shows. */
export interface Task {
  id: number
  file: File
  source: Source
  mark: string
  state: 'pending' | 'sending' | 'failed' | 'refused' | 'done'
  /** Where it is, once it has arrived. */
  url: string
  sent: number
  /** Why it isn't there. */
  reason: string
}

/** What the queue needs of the page, as it is now. */
export interface Around {
  send: SendFile
  surface: () => Surface
  kindOf: (file: File) => FileKind
  words: {
    mark: (name: string) => string
    fault: (fault: NonNullable<FileKind['fault']>) => string
    unreachable: string
    loggedOut: string
    tooLarge: string
    attached: (file: File) => string
  }
  show: (tasks: Task[]) => void
  say: (words: string) => void
  failed: (name: string, reason: string) => string
}

/** More at a time wouldn't be faster. */
const AT_A_TIME = 3

const TOO_LARGE = 413

/** In the words of a link, brackets would end it. */
const inWords = (text: string) => text.replace(/[[\]\\]/g, '')

const linkTo = ({ file, source }: Task, url: string, attached: string) =>
  source === 'post' ? `![${inWords(file.name.replace(/\.\w+$/, ''))}](${url})` : `[${inWords(attached)}](${url})`

/** Whether sending the same file once more could go better. */
const isPassing = ({ status, data }: CallFailed) =>
  !isFieldList(data) && (status === 401 || status === 429 || status >= 500)

/** Files going up, a few at a time. Who deletes a file's mark from the text doesn't want it any more. */
export function uploadQueue(first: Around) {
  let now = first
  const around = () => now
  let tasks: Task[] = []
  let begun = 0
  const stops = new Map<number, AbortController>()
  const tell = (next: Task[]) => {
    tasks = next
    around().show(tasks)
  }
  const show = (next: Task[]) => {
    const { text } = around().surface().read()
    // An image that was taken out of the text needs no words.
    tell(next.filter(({ state, url }) => state !== 'done' || text.includes(`](${url})`)))
  }
  const changed = (id: number, by: Partial<Task>) => tasks.map((task) => (task.id === id ? { ...task, ...by } : task))
  const change = (id: number, by: Partial<Task>) => show(changed(id, by))
  const drop = (id: number) => show(tasks.filter((task) => task.id !== id))
  const put = (mark: string, insert: string) => {
    const { text } = around().surface().read()
    const start = text.indexOf(mark)
    if (start >= 0)
      around()
        .surface()
        .replace(start, start + mark.length, insert)
  }

  const reasonOf = (error: unknown) => {
    const { words } = around()
    if (!(error instanceof CallFailed)) return words.unreachable
    if (isFieldList(error.data)) return error.data[0]!.error_msg
    if (error.status === TOO_LARGE) return words.tooLarge
    if (error.status === 401) return words.loggedOut
    return error.message || words.unreachable
  }
  const fail = (task: Task, error: unknown) => {
    const reason = reasonOf(error)
    const isOver = error instanceof CallFailed && !isPassing(error)
    if (isOver) put(task.mark, '')
    change(task.id, { state: isOver ? 'refused' : 'failed', reason })
    around().say(around().failed(task.file.name, reason))
  }

  const begin = async (task: Task) => {
    const stop = new AbortController()
    stops.set(task.id, stop)
    change(task.id, { state: 'sending', sent: 0, reason: '' })
    const { file, source } = task
    try {
      // Many times a second: the text isn't read for it.
      const onProgress = (sent: number) => tell(changed(task.id, { sent: Math.min(sent, file.size) }))
      const url = await around().send({ file, source, onProgress, signal: stop.signal })
      put(task.mark, linkTo(task, url, around().words.attached(file)))
      if (source === 'post') change(task.id, { state: 'done', url })
      else drop(task.id)
      if (tasks.every(({ state }) => state === 'done')) around().say('')
    } catch (error) {
      if (!stop.signal.aborted) fail(task, error)
    }
    stops.delete(task.id)
    next()
  }
  const next = () => {
    const free = AT_A_TIME - tasks.filter(({ state }) => state === 'sending').length
    for (const task of tasks.filter(({ state }) => state === 'pending').slice(0, Math.max(0, free))) void begin(task)
  }

  return {
    /** The page is another now: in another language, or with another field. */
    renew(next: Around) {
      now = next
    },
    add(files: File[]) {
      const { words, kindOf, surface, say, failed } = around()
      const added = files.map((file): Task => {
        const { source, fault } = kindOf(file)
        const id = ++begun
        const mark = markOf(inWords(words.mark(file.name)), source === 'post')
        return {
          id,
          file,
          source,
          mark,
          sent: 0,
          url: '',
          state: fault ? 'refused' : 'pending',
          reason: fault ? words.fault(fault) : '',
        }
      })
      const insert = added.flatMap(({ state, mark }) => (state === 'pending' ? [mark] : [])).join('\n')
      if (insert) {
        const { from, to } = surface().read()
        surface().apply({ from, to, insert, select: [from + insert.length, from + insert.length] })
      }
      say(added.map(({ file, reason }) => (reason ? failed(file.name, reason) : words.mark(file.name))).join(' '))
      show([...tasks, ...added])
      next()
    },
    retry({ id, file, mark }: Task) {
      const { text, from } = around().surface().read()
      if (!text.includes(mark)) around().surface().replace(from, from, mark)
      change(id, { state: 'pending' })
      around().say(around().words.mark(file.name))
      next()
    },
    /** Says in the text what the image shows. */
    describe({ url }: Task, words: string) {
      const { text } = around().surface().read()
      const end = text.indexOf(`](${url})`)
      const start = text.lastIndexOf('![', end) + 2
      if (end >= 0 && start > 1) around().surface().replace(start, end, inWords(words))
    },
    remove({ id, mark, state }: Task) {
      if (state === 'done') return drop(id)
      stops.get(id)?.abort()
      put(mark, '')
      drop(id)
      next()
    },
    /** The first file that the text still waits for. */
    awaited() {
      const { text } = around().surface().read()
      return tasks.find(({ state, mark }) => state !== 'refused' && state !== 'done' && text.includes(mark))
    },
    stop() {
      for (const one of stops.values()) one.abort()
    },
  }
}
