import type { Kit } from './kit.ts'

/** What a program asks of the plugin, at `/plugins/<slug_name>/api` and below. Who it is, the plugin finds out: the site lets anybody through. */
export interface EndpointRequest {
  /** `HEAD` comes as `GET`: the site leaves the body out. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** After `/api`, decoded; `/` at the least. */
  path: string
  /** The last value of each. */
  query: Record<string, string>
  /** By their names in lower case; no cookies. */
  headers: Record<string, string>
  /** At most 256 KB. */
  body: string
  /** Of this endpoint, as a whole address without a slash at its end. */
  base: string
}

export interface EndpointAnswer {
  /** 200 to 599. */
  status: number
  /** `content-type` (JSON or plain text), `location`, `etag`, `retry-after`, `www-authenticate`; others are left out. */
  headers?: Record<string, string>
  /** A text, or anything that JSON can say; at most 256 KB. */
  body?: unknown
}

export type Endpoint = (request: EndpointRequest, kit: Kit) => Promise<EndpointAnswer> | EndpointAnswer
