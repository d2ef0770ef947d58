import type { Page } from 'playwright-core'

/** Something the browser has fetched, as it came over the line: its head counts too. */
export interface Received {
  url: string
  type: string
  bytes: number
  /** How it was compressed; nothing where it wasn't. */
  coding: string | undefined
  /** What it is once it is unpacked. */
  size: number
}

const KINDS: [RegExp, string][] = [
  [/javascript/, 'script'],
  [/css/, 'style'],
  [/html/, 'page'],
  [/json/, 'reply'],
]
const kindOf = (type: string) => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? type

/** Notes what a page receives from now on. */
export const watchReceived = async (page: Page) => {
  const tools = await page.context().newCDPSession(page)
  const begun = new Map<string, Received>()
  const received: Received[] = []
  tools.on('Network.responseReceived', ({ requestId, response }) => {
    const coding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
    begun.set(requestId, { url: response.url, type: kindOf(response.mimeType), bytes: 0, coding, size: 0 })
  })
  tools.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const one = begun.get(requestId)
    if (one) one.size += dataLength
  })
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = begun.get(requestId)
    if (one) received.push({ ...one, bytes: encodedDataLength })
  })
  await tools.send('Network.enable')
  return received
}

export const bytesOf = (received: Received[], ...types: string[]) =>
  received.filter(({ type }) => types.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0)

const QUIET_MS = 1500

/** Until nothing more has come for a while: parts are fetched after the page has been rendered. */
export const settled = async (received: Received[]) => {
  for (let before = -1; before !== received.length;) {
    before = received.length
    await new Promise((resume) => setTimeout(resume, QUIET_MS))
  }
}
