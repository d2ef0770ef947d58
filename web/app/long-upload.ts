import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { ID_FORM_HEADER } from '@askwell/contract/permalink.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { browser, endSession, ownToken } from './session.ts'

interface Sending {
  source: string
  file: File
  onProgress: (sent: number) => void
  signal: AbortSignal
}

interface Reply {
  reason: string
  msg: string
  data: unknown
}

const replyIn = (text: string): Reply | undefined => {
  try {
    return JSON.parse(text) as Reply
  } catch {
    return undefined
  }
}

const UNREACHABLE_STATUS = 503
const TOO_LARGE_STATUS = 413

/** A file that takes minutes: `fetch` doesn't say how much of it has gone. */
export const uploadLong = async (endpoint: Endpoint, { source, file, onProgress, signal }: Sending) => {
  const token = await ownToken()
  return new Promise<unknown>((resolve, reject) => {
    // Cancelled while this script, or the token, was on its way.
    signal.throwIfAborted()
    const form = new FormData()
    form.append('source', source) // before the file: the server reads in this order
    form.append('file', file)
    const request = new XMLHttpRequest()
    request.open(endpoint.method, pathOf(endpoint))
    request.setRequestHeader('accept-language', browser.language)
    request.setRequestHeader(ID_FORM_HEADER, 'long')
    if (token) request.setRequestHeader('authorization', token)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    const fail = (status = UNREACHABLE_STATUS) => reject(new CallFailed(status, 'unreachable', '', null))
    request.addEventListener('error', () => fail())
    request.addEventListener('abort', () => fail())
    request.addEventListener('load', () => {
      const reply = replyIn(request.responseText)
      if (request.status === 401 && token) endSession()
      // Not the site's words, but those of something before it: that a file is too large is still to be told.
      if (!reply) fail(request.status === TOO_LARGE_STATUS ? TOO_LARGE_STATUS : undefined)
      else if (request.status < 400) resolve(reply.data)
      else reject(new CallFailed(request.status, reply.reason, reply.msg, reply.data, endpoint.prefix))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
