import { Writable } from 'node:stream'
import { pageSession } from '@askwell/web/context.ts'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { afterFirstPaint } from './after-first-paint.ts'
import { CustomContext } from './components/layout/custom-part.tsx'
import { NonceProvider } from './nonce.ts'
import { RequestIdProvider } from './request-id.ts'
import { LanguageProvider } from './i18n/text.tsx'

const TIMEOUT_MS = 10_000

/** A page comes in pieces; together they are one body. */
const collector = (done: (html: string) => void) => {
  const pieces: Uint8Array[] = []
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER, // all of it is wanted: nothing to wait for between two pieces
    write(piece: Uint8Array, _encoding, next) {
      pieces.push(piece)
      next()
    },
    final(next) {
      done(Buffer.concat(pieces).toString())
      next()
    },
  })
}

/** The whole page at once: it is cached or compressed as one piece, and nothing on it comes late. */
export default function render(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const { language, messages, messagesPlace, nonce, requestId, report, custom } = context.get(pageSession)
  return new Promise<Response>((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RequestIdProvider value={requestId}>
          <LanguageProvider language={language} messages={messages} place={messagesPlace}>
            <CustomContext value={custom.html}>
              <ServerRouter context={entry} url={request.url} nonce={nonce} />
            </CustomContext>
          </LanguageProvider>
        </RequestIdProvider>
      </NonceProvider>,
      {
        nonce,
        progressiveChunkSize: Number.MAX_SAFE_INTEGER, // parts that came late would be put in their places by scripts
        onAllReady() {
          clearTimeout(late) // it would hold on to the whole rendering
          headers.set('content-type', 'text/html; charset=utf-8')
          pipe(
            collector((html) =>
              resolve(new Response(import.meta.env.PROD ? afterFirstPaint(html) : html, { headers, status: code })),
            ),
          )
        },
        onShellError(error) {
          clearTimeout(late)
          reject(error)
        },
        onError(error) {
          code = 500
          report(error)
        },
      },
    )
    const late = setTimeout(abort, TIMEOUT_MS).unref()
  })
}
