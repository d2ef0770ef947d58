import type { MessagePort, Worker } from 'node:worker_threads'
import type { CallName, GivenTo } from './ports.ts'
import type { Asking } from './running.ts'

// Plugins belong to the site's own thread; others ask there.

interface Asked {
  ask_plugin: number
  slug_name: string
  name: CallName
  given: unknown
}
interface Answered {
  plugin_answer: number
  value?: unknown
  error?: string
}
const isAsked = (message: unknown): message is Asked =>
  typeof message === 'object' && message !== null && 'ask_plugin' in message

/** Answers what a thread asks of plugins. */
export const answerThread = (thread: Worker, plugins: Pick<Asking, 'ask'>) =>
  thread.on('message', (message: unknown) => {
    if (!isAsked(message)) return
    const { ask_plugin: plugin_answer, slug_name, name, given } = message
    plugins.ask(slug_name, name, given as GivenTo<CallName>).then(
      (value) => thread.postMessage({ plugin_answer, value } satisfies Answered),
      (error: unknown) => thread.postMessage({ plugin_answer, error: (error as Error).message } satisfies Answered),
    )
  })

/** In such a thread: the plugins of the site. */
export const pluginsBeyond = (port: MessagePort): Pick<Asking, 'ask'> => {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  let last = 0
  port.on('message', ({ plugin_answer, value, error }: Answered) => {
    const one = waiting.get(plugin_answer)
    waiting.delete(plugin_answer)
    if (waiting.size === 0) port.unref()
    if (error === undefined) one?.resolve(value as never)
    else one?.reject(new Error(error))
  })
  port.unref() // only what is waited for keeps the thread
  return {
    ask: (slug_name, name, given) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        port.ref()
        port.postMessage({ ask_plugin: last, slug_name, name, given } satisfies Asked)
      }),
  }
}
