import { type Kit, textOf } from '@askwell/plugin-kit'
import { type Found, readMultistatus } from './multistatus.ts'

/** The calls of a WebDAV server; places are below the folder that the admin has named. */

const SECONDS = 15
const PROPERTIES =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>'

const topOf = ({ config }: Kit) => textOf(config, 'address').replace(/\/+$/, '')
export const addressOf = (kit: Kit, place: string) =>
  [topOf(kit), ...place.split('/').filter(Boolean).map(encodeURIComponent)].join('/')

const authorizationOf = ({ config }: Kit): Record<string, string> => {
  const [name, password] = [textOf(config, 'username'), textOf(config, 'password')]
  return name ? { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` } : {}
}

export const refuse = (response: Response, what: string) => {
  const why = response.status === 401 || response.status === 403 ? ': are the name and the password right?' : ''
  return new Error(`the server answered ${response.status} for ${what}${why}`)
}

export const call = (
  kit: Kit,
  method: string,
  place: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
) =>
  kit.fetch(addressOf(kit, place), {
    method,
    headers: { ...authorizationOf(kit), ...headers },
    ...(body !== undefined && { body }),
    seconds: SECONDS,
  })

export const send = (kit: Kit, place: string, bytes: number, type: string) =>
  kit.send(addressOf(kit, place), { method: 'PUT', headers: { ...authorizationOf(kit), 'content-type': type }, bytes })

/** Folders that are there, as far as this process knows. */
const made = new Set<string>()

/** With those above it. */
export const makeFolder = async (kit: Kit, place: string): Promise<void> => {
  if (made.has(place)) return
  const above = place.split('/').slice(0, -1).join('/')
  if (above) await makeFolder(kit, above)
  const response = await call(kit, 'MKCOL', place)
  // 405: it is there already.
  if (!response.ok && response.status !== 405) throw refuse(response, `MKCOL ${place}`)
  made.add(place)
}
export const forgetFolders = () => made.clear()

/** What is in a folder, by its name; nothing where there is no such folder. */
export const listFolder = async (kit: Kit, place: string): Promise<(Found & { name: string })[]> => {
  const headers = { depth: '1', 'content-type': 'application/xml; charset=utf-8' }
  const response = await call(kit, 'PROPFIND', place, { headers, body: PROPERTIES })
  if (response.status === 404) return []
  if (response.status !== 207) throw refuse(response, `PROPFIND ${place}`)
  const asked = addressOf(kit, place)
  const own = decodeURIComponent(new URL(asked).pathname)
  return readMultistatus(await response.text(), `${asked}/`)
    .filter(({ path }) => path !== own)
    .map((found) => ({ ...found, name: found.path.slice(found.path.lastIndexOf('/') + 1) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
