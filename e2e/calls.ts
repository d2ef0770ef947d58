/** One call of the API. Throws what the site refuses. */
export type Call = <T = unknown>(method: string, path: string, asked?: { token?: string; body?: unknown }) => Promise<T>

/** Calls of the site at an address; a form goes as it is. */
export const callsOf =
  (url: string): Call =>
  async (method, path, { token, body } = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: {
        'accept-language': 'en_US',
        ...(token && { authorization: token }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} ${response.status} ${text}`)
    return (JSON.parse(text) as { data: unknown }).data as never
  }
