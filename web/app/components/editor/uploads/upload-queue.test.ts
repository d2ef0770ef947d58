import { expect, it } from 'vitest'
import { type Around, type Task, uploadQueue } from './upload-queue.ts'

/** A queue over a text, with one file that is sent until `arrive` is called. */
const sending = () => {
  let text = 'words '
  let reads = 0
  let shown: Task[] = []
  let arrive = (_: string) => {}
  let progress = (_: number) => {}
  const around: Around = {
    surface: () => ({
      read() {
        reads++
        return { text, from: text.length, to: text.length }
      },
      apply({ from, to, insert }) {
        text = text.slice(0, from) + insert + text.slice(to)
      },
      replace(from, to, insert) {
        text = text.slice(0, from) + insert + text.slice(to)
      },
      undo() {},
      redo() {},
      caret: () => ({ left: 0, bottom: 0 }),
    }),
    send: ({ onProgress }) => {
      progress = onProgress
      return new Promise((resolve) => {
        arrive = resolve
      })
    },
    kindOf: () => ({ source: 'post' }),
    words: {
      mark: (name) => `Uploading ${name}`,
      fault: ({ kind }) => kind,
      unreachable: '',
      loggedOut: '',
      tooLarge: '',
      attached: ({ name }) => name,
    },
    show: (tasks) => {
      shown = tasks
    },
    say: () => {},
    failed: (name) => name,
  }
  const queue = uploadQueue(around)
  queue.add([new File(['1234567890'], 'a.png')])
  return {
    progress: (sent: number) => progress(sent),
    arrive: (url: string) => arrive(url),
    text: () => text,
    reads: () => reads,
    shown: () => shown,
  }
}

it('shows how far a file is without reading the text each time', async () => {
  const page = sending()
  const before = page.reads()
  for (let sent = 1; sent <= 10; sent++) page.progress(sent)
  expect(page.shown()).toMatchObject([{ state: 'sending', sent: 10 }])
  expect(page.reads()).toBe(before)
  page.arrive('/uploads/post/a.png')
  await expect.poll(page.text).toBe('words ![a](/uploads/post/a.png)')
  expect(page.shown()).toMatchObject([{ state: 'done' }])
})
