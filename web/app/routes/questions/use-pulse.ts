import { livePath, type Pulse, questionPulse } from '@askwell/contract/live.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../session.ts'

/** Where nothing is said by itself one asks now and then. */
const POLL_MS = 30_000

/** How a question stands by now, while its page is looked at; nothing as long as nothing has changed. */
export function usePulse(thread: { question: { id: string } }) {
  const [seen, setSeen] = useState<{ of: typeof thread; pulse: Pulse }>()
  const { id } = thread.question
  const shown = useRef(thread)
  useEffect(() => {
    shown.current = thread
  }, [thread])
  useEffect(() => {
    let current = true
    let line: EventSource | undefined
    let poll: ReturnType<typeof setInterval> | undefined
    const ask = () => {
      const of = shown.current
      call(questionPulse, { query: { id } }).then(
        (pulse) => {
          if (current) setSeen({ of, pulse })
        },
        () => {},
      )
    }
    const stop = () => {
      line?.close()
      line = undefined
      clearInterval(poll)
    }
    const listen = () => {
      stop()
      line = new EventSource(livePath(id))
      line.addEventListener('changed', ask)
      // What is refused for good is closed; what is broken off the browser opens again by itself.
      line.addEventListener('error', () => {
        if (line?.readyState === EventSource.CLOSED) {
          clearInterval(poll)
          poll = setInterval(ask, POLL_MS)
        }
      })
    }
    const look = () => {
      if (document.visibilityState === 'hidden') return stop()
      listen()
      ask()
    }
    listen()
    document.addEventListener('visibilitychange', look)
    return () => {
      current = false
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [id])
  // A page that was loaded again knows better.
  return seen?.of === thread ? seen.pulse : undefined
}
