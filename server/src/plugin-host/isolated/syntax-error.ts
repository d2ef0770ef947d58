import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const CHECK_MS = 5000
/** Node shows the whole line, which may be a whole program. */
const SHOWN_BYTES = 64 * 1024
const WITH_LINE = /:\d+$/

const pathOf = (at: string) => {
  try {
    return at.startsWith('file:') ? fileURLToPath(at) : at
  } catch {
    return '' // a plugin's process may say anything
  }
}

/** Only reads it: nothing of it runs. */
const checked = (path: string, flags: readonly string[]) =>
  new Promise<string>((resolve) => {
    const limits = { timeout: CHECK_MS, maxBuffer: SHOWN_BYTES, env: { NO_COLOR: '1' }, windowsHide: true }
    execFile(process.execPath, [...flags, '--check', path], limits, (error, _, shown) => resolve(error ? shown : ''))
  })

/**
 * Where in its folder the code of a plugin can't be read, as `lib/cards.js:3`; empty if it isn't known. Node tells no program the line of an error
 * in an ES module, but a person: the file is then read once more, under the flags of the plugin's process.
 */
export const placeOfSyntaxError = async (folder: string, at: string, flags: readonly string[]) => {
  const path = pathOf(at)
  if (!path.startsWith(`${folder}/`) || path.includes('\0')) return ''
  const place = WITH_LINE.test(path) ? path : (await checked(path, flags)).split('\n', 1)[0]!
  return place.startsWith(path) && WITH_LINE.test(place) ? place.slice(folder.length + 1) : ''
}
