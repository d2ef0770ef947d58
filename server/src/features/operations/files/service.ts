import { createHash, randomBytes } from 'node:crypto'
import { AVATAR_PIXELS, UNUSED_UPLOAD_BYTES } from '@askwell/contract/limits.ts'
import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import type { Db } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import { isIco, pictureInIco } from '../../../lib/ico.ts'
import { ImageRefused, readImage, type Source as ImageSource, thumbnail } from '../../../lib/images.ts'
import type { Actor } from '../../../lib/actor.ts'
import { FetchRefused } from '../../../lib/outbound-http.ts'
import { AppError, Forbidden, Invalid } from '../../../lib/errors.ts'
import { sizeInName } from '../../../lib/picture-sizes.ts'
import { counter, setCounter } from '../settings/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { mailbox } from '../../users/users/policy.ts'
import { findUser, listWithoutPicture, lockUser, updateUser, type User } from '../../users/users/queries.ts'
import {
  extensionOf,
  faultOf,
  infected,
  type Limits,
  limitsOf,
  mostStored,
  type Source,
  squareOf,
  standsInTexts,
  TEXT_SOURCES,
  tooLargeStored,
  tooManyFrames,
  tooManyPixels,
  tooManyUnused,
  unsupported,
} from './policy.ts'
import { insertFile, unusedBytesOf } from './queries.ts'
import { forMembers, refuseChanged, storeNamed, uploadStorage } from './stores/of-site.ts'
import type { Content } from './stores/store.ts'
import { addressOf } from './views.ts'

/** An uploaded file, at its temporary path. */
export interface Upload {
  name: string
  path: string
  size: number
}

const pictureFault = ({ reason, most }: ImageRefused, extensions: readonly string[]) => {
  if (reason === 'too_many_pixels') return tooManyPixels(most)
  if (reason === 'too_many_frames') return tooManyFrames(most)
  return reason === 'too_large' ? tooLargeStored() : unsupported(extensions)
}

/** A picture, checked and encoded again, so that nothing else travels with it. */
const picture = async (source: Source, sent: ImageSource, limits: Limits) => {
  const { extensions, megapixels } = limits
  try {
    const square = squareOf(source)
    const opened =
      source === 'branding' && typeof sent === 'string' && (await isIco(sent)) ? await pictureInIco(sent) : sent
    const image = await (square
      ? thumbnail(opened, square, { extensions, megapixels })
      : readImage(opened, { extensions, megapixels, bytes: mostStored(limits) }))
    return { ...image, size: image.bytes.length }
  } catch (error) {
    if (error instanceof ImageRefused) throw new Invalid([pictureFault(error, extensions)])
    throw error
  }
}

const attachment = ({ name, path, size }: Upload) => ({
  path,
  size,
  extension: extensionOf(name),
  mime: 'application/octet-stream',
  width: 0,
  height: 0,
})

interface FileToStore {
  source: Source
  user_id: number
  file: Content & { size: number; extension: string; mime: string; width: number; height: number }
}

/** Writes the file first, then its row, in one transaction with other changes. @returns its path. */
const storeAs = async (
  app: App,
  { source, user_id, file }: FileToStore,
  also: (tx: Tx, path: string) => Promise<void> = async () => {},
) => {
  const { size, extension, mime, width, height } = file
  const size_in_name = source === 'post' ? sizeInName({ width, height }) : ''
  const path = `${source}/${randomBytes(16).toString('base64url')}${size_in_name}.${extension}`
  const used = await uploadStorage(app.db)
  const { place: storage } = used
  const store = await storeNamed(app, storage)
  await store.put(path, file, mime)
  try {
    await app.transaction(async (tx) => {
      await refuseChanged(tx.db, storage, used)
      const row = { path, user_id, source, mime, bytes: size, width, height, created_at: tx.now(), storage }
      await insertFile(tx.db, row)
      await also(tx, path)
    })
  } catch (error) {
    await store.remove([path]).catch(() => {}) // what happened first is what is told; the clean-up of orphans finds it
    throw error
  }
  return path
}

/** Thrown in the transaction that stores a file, so that neither the file nor its row stays. */
class NoLongerWanted extends Error {}

const GRAVATAR_BYTES = 1024 * 1024
const GRAVATAR = 'd=404&r=g'

/** A member's picture at Gravatar, encoded again; undefined if there is none. */
const gravatarOf = async (app: App, base: string, e_mail: string) => {
  try {
    const found = await app.outbound.fetch(
      `${base}${createHash('sha256').update(mailbox(e_mail)).digest('hex')}?s=${AVATAR_PIXELS}&${GRAVATAR}`,
      { bytes: GRAVATAR_BYTES },
    )
    return (
      found &&
      (await picture('avatar', found, { extensions: ['jpg', 'png', 'webp', 'gif'], megabytes: 1, megapixels: 2 }))
    )
  } catch (error) {
    if (error instanceof FetchRefused || error instanceof Invalid) return undefined
    throw error
  }
}

/** Whether the member, or the site's default, chose Gravatar, and the picture isn't here yet. */
const lacksGravatar = (
  { avatar_type, avatar_custom }: Pick<User, 'avatar_type' | 'avatar_custom'>,
  default_avatar: string,
) => (avatar_type === 'gravatar' ? avatar_custom === '' : avatar_type === 'default' && default_avatar === 'gravatar')

/** If the site or the member chose Gravatar, the picture is fetched from there once and stored here: no reader's browser calls Gravatar. */
export const keepGravatar = async (app: App, user_id: number) => {
  const { default_avatar, gravatar_base_url } = (await siteSettings(app)).users
  const user = await findUser(app.db, user_id)
  if (!gravatar_base_url || !user?.e_mail || !lacksGravatar(user, default_avatar)) return
  const file = await gravatarOf(app, gravatar_base_url, user.e_mail)
  if (!file) return
  try {
    await storeAs(app, { source: 'avatar', user_id, file }, async (tx, path) => {
      // Meanwhile they may have chosen another.
      const now = await lockUser(tx.db, user_id)
      if (!now || !lacksGravatar(now, default_avatar)) throw new NoLongerWanted()
      await updateUser(tx.db, user_id, { avatar_type: 'gravatar', avatar_custom: `/uploads/${path}` })
      await tx.emit('user.changed', { actor_id: user_id, object_type: 'user', object_id: user_id, question_id: 0 })
    })
  } catch (error) {
    if (!(error instanceof NoLongerWanted)) throw error
  }
}

const LOOKED_AT = 'gravatar.looked_at'
const AT_ONCE = 10

/** Members from before the setting: a few at a time, each once. */
export const keepSomeGravatars = async (app: App) => {
  if ((await siteSettings(app)).users.default_avatar !== 'gravatar') return
  const after = await counter(app.db, LOOKED_AT)
  const some = await listWithoutPicture(app.db, after, AT_ONCE)
  for (const { id } of some) await keepGravatar(app, id)
  if (some.length) await app.transaction((tx) => setCounter(tx.db, LOOKED_AT, some.at(-1)!.id))
}

/** Before anything is made of it. A scanner that fails is no reason to let through what it would have found, unless the admin says so. */
const refuseInfected = async (app: App, { path, size, name }: Upload) => {
  const verdict = await app.scanners.judge({ path, bytes: size, name })
  if (verdict === 'infected') throw new Invalid([infected()])
  if (verdict === 'unknown' && !(await uploadStorage(app.db)).keep_unscanned)
    throw new AppError('unavailable', 'error.upload.not_scanned')
}

/** What lies here without a text to stand in. */
const refuseTooMuchUnused = async (db: Db, user_id: number) => {
  if ((await unusedBytesOf(db, user_id, TEXT_SOURCES)) > UNUSED_UPLOAD_BYTES) throw new Invalid([tooManyUnused()])
}

/** Checks a file and keeps it as this user's; `limited`, if there is only so much that may lie here without a text. @returns its path. */
export const keepFile = async (
  app: App,
  user_id: number,
  source: Source,
  upload: Upload | undefined,
  { limited = false } = {},
) => {
  const { write } = await siteSettings(app)
  const limits = limitsOf(write, source)
  const fault = faultOf(source, upload, limits)
  if (fault) throw new Invalid([fault])
  if (limited) await refuseTooMuchUnused(app.db, user_id)
  await refuseInfected(app, upload!)
  const file = source === 'post_attachment' ? attachment(upload!) : await picture(source, upload!.path, limits)
  return forMembers(() =>
    storeAs(app, { source, user_id, file }, async (tx, path) => {
      if (limited) {
        await lockUser(tx.db, user_id) // those who send several at once
        await refuseTooMuchUnused(tx.db, user_id)
      }
      if (source === 'post')
        await tx.emit('picture.uploaded', {
          actor_id: user_id,
          object_type: 'user',
          object_id: user_id,
          question_id: 0,
          path,
        })
    }),
  )
}

/** @returns the address of the file. */
export const storeFile = async (app: App, actor: Actor, source: Source, upload: Upload | undefined) => {
  if (source === 'branding' && !isAdmin(actor)) throw new Forbidden('base.forbidden_error')
  // Staff also upload for texts whose files aren't noted.
  const limited = standsInTexts(source) && !isStaff(actor)
  const path = await keepFile(app, actor.id, source, upload, { limited })
  return addressOf((await siteSettings(app)).general.site_url, path)
}
