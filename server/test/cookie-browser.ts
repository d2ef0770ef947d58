import { currentUser } from '@askwell/contract/accounts.ts'
import type { World } from './world.ts'

const FORM = 'application/x-www-form-urlencoded'

/** A browser with its cookies; what other sites have it send comes without them. */
export const newBrowser = (w: World) => {
  const cookies: Record<string, string> = {}
  const send = async (address: string, posted?: Record<string, string>, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(address, 'http://world.example')
    const isForeign = headers['sec-fetch-site'] === 'cross-site'
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
    const response = await w.server.inject({
      method: posted ? 'POST' : 'GET',
      url: pathname + search,
      headers: {
        accept: 'text/html',
        ...(!isForeign && { cookie: cookie.join('; ') }),
        ...(posted && { 'content-type': FORM }),
        ...headers,
      },
      ...(posted && { payload: new URLSearchParams(posted).toString() }),
    })
    for (const one of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!
      cookies[name!] = value!
    }
    return { status: response.statusCode, location: response.headers.location ?? '', body: response.body }
  }
  const who = async () =>
    (await w.as({ id: 0, username: '', token: cookies.askwell_session ?? '' }).call(currentUser))?.username ?? null
  return { send, who }
}

/** Why somebody isn't let in, by where they are sent. */
export const failure = (location: string) => /failed=(\w+)/.exec(location)?.[1]
