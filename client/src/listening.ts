import { refusal, Refused } from './errors.ts'
import { type CallOptions, headersOf, pause, type Settings } from './sending.ts'

/** A site breathes every 25 seconds; a stream that is silent for longer has been cut somewhere on the way. */
const SILENCE_MS = 60_000
const AGAIN_MS = 10_000
/** The site has too many listeners, or none of its processes is there just now. */
const PASSING = new Set([429, 502, 503, 504])

/** The events of one stream, until it ends or falls silent. The first is the stream's beginning. */
const eventsOf = async function* (settings: Settings, path: string, signal: AbortSignal | undefined) {
  const silence = new AbortController()
  const within = async <T>(work: () => Promise<T>) => {
    const timer = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
    }
  }
  const response = await within(() =>
    (settings.fetch ?? fetch)(settings.url.replace(/\/+$/, '') + path, {
      headers: { ...headersOf(settings), accept: 'text/event-stream' },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    }),
  )
  if (!response.ok || !response.body) {
    const msg = await response.text()
    if (PASSING.has(response.status)) return
    throw refusal('listen', response.status, { reason: '', msg, data: null })
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await within(() => reader.read())
      if (done) return
      const events = (text + value).split('\n\n')
      text = events.pop()!
      yield* events
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/**
 * Whenever something may have changed: at once, after each change, and after each interruption. The site never says what
 * has changed; that is asked for. Ends only by `signal`, by leaving the loop, or with what the site refuses.
 */
export const listen = async function* (settings: Settings, path: string, { signal }: CallOptions = {}) {
  for (;;) {
    let isFirst = true
    try {
      for await (const event of eventsOf(settings, path, signal)) {
        if (isFirst || event.startsWith('event: changed')) yield
        isFirst = false
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof Refused) throw error
    }
    await pause(AGAIN_MS, signal)
    if (isFirst) yield // no stream: look now and then
  }
}
