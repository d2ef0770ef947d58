const MOST_BYTES = 256 * 1024
/** Time for each reply. A person who signs in waits for several. */
export const OUTGOING_SECONDS = 5

const HERE = ['localhost', '127.0.0.1', '[::1]']

/** Whether nobody on the way can read or change what is sent there: https, or on this machine. */
export const isSafeAddress = (address: string) => {
  const url = URL.parse(address)
  return (
    url !== null &&
    !url.username &&
    !url.password &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && HERE.includes(url.hostname)))
  )
}

export const safeAddress = (address: string) => {
  if (!isSafeAddress(address)) throw new Error(`${address || 'nothing'} is no https address`)
  return new URL(address)
}

const readAll = async (response: Response) => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error(`${response.url} says too much`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** As libraries say it, each in its own types. */
type Options = Omit<RequestInit, 'body'> & { body?: unknown }

/** "fetch failed" alone helps nobody: adds which service, and why. */
const unreached = ({ host }: URL, error: unknown) => {
  const { name, cause, message } = error as {
    name?: string
    cause?: { message?: string; code?: string }
    message?: string
  }
  const why =
    name === 'TimeoutError' ? `no answer within ${OUTGOING_SECONDS} s` : cause?.message || cause?.code || message
  return new Error(`${host} can't be reached: ${why}`, { cause: error })
}

/** `fetch` for the short replies of a service that an admin has named: encrypted, with a time limit, a size limit, and no redirects elsewhere. */
export const fetchFromService = async (address: string, options: Options = {}): Promise<Response> => {
  const soon = AbortSignal.timeout(OUTGOING_SECONDS * 1000)
  const url = safeAddress(address)
  const response = await fetch(url, {
    ...(options as RequestInit),
    redirect: 'manual',
    signal: options.signal ? AbortSignal.any([options.signal, soon]) : soon,
  }).catch((error: unknown) => {
    throw unreached(url, error)
  })
  const { status, statusText, headers } = response
  const body = await readAll(response)
  return new Response([101, 204, 205, 304].includes(status) ? null : body, { status, statusText, headers })
}
