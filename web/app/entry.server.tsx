import { PassThrough } from 'node:stream'
import { pageSession } from '@askwell/web/context.ts'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceProvider } from './nonce.ts'
import { LanguageProvider } from './text.tsx'

const TIMEOUT_MS = 10_000

/** The whole page at once: it is cached or compressed as one piece, and nothing on it comes late. */
export default function render(request: Request, status: number, headers: Headers, entry: EntryContext, context: Readonly<RouterContextProvider>) {
  const { language, words, nonce } = context.get(pageSession)
  return new Promise<Response>((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <LanguageProvider language={language} words={words}><ServerRouter context={entry} url={request.url} nonce={nonce} /></LanguageProvider>
      </NonceProvider>,
      {
        nonce,
        onAllReady() {
          const body = new PassThrough()
          headers.set('content-type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
          pipe(body)
        },
        onShellError: reject,
        onError(error) {
          code = 500
          console.error(error)
        },
      },
    )
    setTimeout(abort, TIMEOUT_MS).unref()
  })
}
