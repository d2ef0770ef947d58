import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { App } from '../../events/events.ts'
import { ImageRefused, readImage, thumbnail } from '../../lib/images.ts'
import { isAdmin, type Member } from '../../lib/member.ts'
import { Invalid, Refused } from '../../lib/refusals.ts'
import { siteSettings } from '../site/views.ts'
import { extensionOf, faultOf, type Limits, limitsOf, type Source, squareOf, tooManyPixels, unsupported } from './policy.ts'
import { insertFile } from './queries.ts'
import { addressOf, placeOf } from './views.ts'

export interface Upload { name: string; bytes: Buffer }

/** Only after the bytes are on the disk is the name there: nobody finds half a file, and none is lost with the power. */
const keep = async (place: string, bytes: Buffer) => {
  await mkdir(dirname(place), { recursive: true })
  const file = await open(`${place}.new`, 'wx', 0o640)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${place}.new`, place)
}

/** A picture checked and drawn anew, so that nothing else travels with it. */
const picture = async (source: Source, bytes: Buffer, { extensions, megapixels }: Limits) => {
  try {
    const image = await readImage(bytes, { extensions, megapixels })
    const square = squareOf(source)
    return square ? await thumbnail(image.bytes, square) : image
  } catch (error) {
    if (error instanceof ImageRefused) throw new Invalid([error.reason === 'too_many_pixels' ? tooManyPixels(megapixels) : unsupported(extensions)])
    throw error
  }
}

const attachment = ({ name, bytes }: Upload) => ({ bytes, extension: extensionOf(name), mime: 'application/octet-stream', width: 0, height: 0 })

/** @returns the address under which the file can be had from now on. */
export const storeFile = async (app: App, actor: Member, source: Source, upload: Upload | undefined) => {
  if (source === 'branding' && !isAdmin(actor)) throw new Refused('base.forbidden_error')
  const { write, general } = await siteSettings(app)
  const limits = limitsOf(write, source)
  const fault = faultOf(source, upload, limits)
  if (fault) throw new Invalid([fault])
  const { bytes, extension, mime, width, height } = source === 'post_attachment' ? attachment(upload!) : await picture(source, upload!.bytes, limits)
  const path = `${source}/${randomBytes(16).toString('base64url')}.${extension}`
  const place = placeOf(app, path)
  await keep(place, bytes)
  try {
    await app.transaction((tx) => insertFile(tx.db, { path, user_id: actor.id, source, mime, bytes: bytes.length, width, height, created_at: tx.now() }))
  } catch (error) {
    await rm(place, { force: true })
    throw error
  }
  return addressOf(general.site_url, path)
}
