import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../../events/events.ts'
import { mayEnterPrivate, USER_STATUS, type Viewer } from '../../../lib/actor.ts'
import { NotFound, AppError, Forbidden } from '../../../lib/errors.ts'
import { isSmallerWidth, type SmallerWidth } from '../../../lib/picture-sizes.ts'
import { suggestedTypesSeen } from '../../content/suggested-edits/policy.ts'
import { siteSettings } from '../settings/views.ts'
import { findVisibleFile } from './queries.ts'

const PREFIX = '/uploads/'
const YEAR = 31_536_000

export const addressOf = (siteUrl: string, path: string) => siteUrl.replace(/\/$/, '') + PREFIX + path

export const placeOf = (app: Pick<App, 'config'>, path: string) => join(app.config.data, 'uploads', path)

/** Where a picture lies in a smaller size. */
export const smallerPlace = (place: string, width: SmallerWidth) => `${place}.${width}.webp`

const NAME = /^\w+\/[\w-]+\.\w+$/

const inPosts = (source: string) => source === 'post' || source === 'post_attachment'

/** The smaller picture where there is one by now, else the picture itself. */
const inWidth = (place: string, width: number | undefined) => {
  const smaller = width !== undefined && isSmallerWidth(width) ? smallerPlace(place, width) : ''
  const found = smaller ? statSync(smaller, { throwIfNoEntry: false }) : undefined
  return found && { place: smaller, bytes: found.size, mime: 'image/webp' }
}

export interface OpenedFile {
  place: string
  bytes: number
  headers: Record<string, string>
}

/**
 * What stands behind `/uploads/…`: where it lies, and the headers to send it with. The name is random and its content never changes.
 * On a private site only members get it, but for the site's own logo, which the login page shows.
 */
export const openFile = async (app: App, viewer: Viewer, address: string, width?: number): Promise<OpenedFile> => {
  const path = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : ''
  const settings = await siteSettings(app)
  // Suspended members see what anonymous visitors see.
  const eyes = viewer?.status === USER_STATUS.suspended ? null : viewer
  const file = NAME.test(path)
    ? await findVisibleFile(app.db, path, eyes, suggestedTypesSeen(settings, eyes))
    : undefined
  const isPrivate = settings.login.login_required && file?.source !== 'branding'
  if (isPrivate && !mayEnterPrivate(viewer))
    throw viewer ? new Forbidden('base.forbidden_error') : new AppError('unauthorized', 'base.unauthorized_error')
  const original = placeOf(app, path)
  if (!file || !existsSync(original)) throw new NotFound()
  const { place, bytes, mime } = inWidth(original, width) ?? { place: original, bytes: file.bytes, mime: file.mime }
  return {
    place,
    bytes,
    headers: {
      'content-type': mime,
      'content-length': String(bytes),
      // A file in a post may be hidden with it some day: only the reader's browser may cache it, no shared cache.
      'cache-control': `${isPrivate || inPosts(file.source) ? 'private' : 'public'}, max-age=${YEAR}, immutable`,
      'x-content-type-options': 'nosniff',
      // A file opened by itself can do nothing, whatever it contains.
      'content-security-policy': "default-src 'none'; sandbox",
      ...(file.source === 'post_attachment' && {
        'content-disposition': `attachment; filename="${path.slice(path.indexOf('/') + 1)}"`,
      }),
    },
  }
}
