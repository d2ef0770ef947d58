import type { Readable } from 'node:stream'
import type { App } from '../../../events/events.ts'
import { mayEnterPrivate, USER_STATUS, type Viewer } from '../../../lib/actor.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { NotFound, AppError, Forbidden } from '../../../lib/errors.ts'
import { isSmallerWidth, type SmallerWidth } from '../../../lib/picture-sizes.ts'
import { suggestedTypesSeen } from '../../content/suggested-edits/policy.ts'
import { siteSettings } from '../settings/views.ts'
import { standsInTexts } from './policy.ts'
import { findVisibleFile } from './queries.ts'
import { forMembers, readUpload, storeNamed, storesToSearch, uploadStorage } from './stores/of-site.ts'
import { LINK_SECONDS } from './stores/s3.ts'
import type { ByteRange, Store } from './stores/store.ts'

const PREFIX = '/uploads/'
const YEAR = 31_536_000

export const addressOf = (siteUrl: string, path: string) => siteUrl.replace(/\/$/, '') + PREFIX + path

/** The path of a picture in a smaller size. */
export const smallerPath = (path: string, width: SmallerWidth) => `${path}.${width}.webp`

const NAME = /^\w+\/[\w-]+\.\w+$/

export interface Wanted {
  /** In this width, where there is a picture of it. */
  width?: number
  /** The `Range` header. */
  range?: string
  /** What is sent with it, and no content. */
  headersOnly?: boolean
}

export interface OpenedFile {
  status: 200 | 206 | 302 | 416
  headers: Record<string, string>
  content: Readable | undefined
}

type Row = NonNullable<Awaited<ReturnType<typeof findVisibleFile>>>

/** What a reader may have at an address, or why not. */
const visibleFile = async (app: App, viewer: Viewer, address: string) => {
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
  if (!file) throw new NotFound()
  return { file, isPrivate }
}

/** The part that a `Range` header names; perhaps beyond the end. What it asks for otherwise gets the whole. */
const partOf = (range: string | undefined, bytes: number): ByteRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === '') return last === '' ? undefined : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 }
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { start: Number(first), end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
}

/** The smaller picture where there is one by now, else the file itself; where it isn't, it may have been moved just now. */
const findIn = async (
  app: App,
  { path, mime, bytes, storage }: Row,
  { width, headersOnly }: Wanted,
  part?: ByteRange,
) => {
  const look = async (store: Store, at: string, range?: ByteRange) => {
    if (!headersOnly) return store.open(at, range)
    const found = await store.find(at)
    return found === undefined ? undefined : { bytes: found, content: undefined }
  }
  for await (const store of storesToSearch(app, storage)) {
    const smaller =
      width !== undefined && isSmallerWidth(width) ? await look(store, smallerPath(path, width)) : undefined
    if (smaller) return { mime: 'image/webp', total: smaller.bytes, part: undefined, content: smaller.content }
    const opened = await look(store, path, part)
    if (opened) return { mime, total: part ? bytes : opened.bytes, part, content: opened.content }
  }
  throw new NotFound()
}

const dispositionOf = ({ source, path }: Row) =>
  source === 'post_attachment' ? `attachment; filename="${path.slice(path.indexOf('/') + 1)}"` : undefined

/** A link is good for some minutes, and so is the answer that names it. */
const LINK_KEPT = LINK_SECONDS - MINUTE

/** An address of the storage itself, where an admin wants that; a reader who has it needs no permission for as long as it works. */
const linkTo = async (app: App, file: Row, { width }: Wanted): Promise<OpenedFile | undefined> => {
  if (file.storage !== 's3' || !(await uploadStorage(app.db)).s3_links) return undefined
  const store = await storeNamed(app, 's3')
  const smaller = width !== undefined && isSmallerWidth(width) ? smallerPath(file.path, width) : ''
  const hasSmaller = smaller !== '' && (await store.find(smaller)) !== undefined
  const location = await store.link!(hasSmaller ? smaller : file.path, {
    type: hasSmaller ? 'image/webp' : file.mime,
    disposition: dispositionOf(file),
  })
  const headers = { location, 'cache-control': `private, max-age=${LINK_KEPT}`, 'x-content-type-options': 'nosniff' }
  return { status: 302, headers, content: undefined }
}

/**
 * What stands behind `/uploads/…`, with the headers to send it with. The name is random and its content never changes.
 * On a private site only members get it, but for the site's own logo, which the login page shows.
 */
export const openFile = (app: App, viewer: Viewer, address: string, wanted: Wanted = {}): Promise<OpenedFile> =>
  forMembers(async () => {
    const { file, isPrivate } = await visibleFile(app, viewer, address)
    // A link is good for the content only.
    const link = wanted.headersOnly ? undefined : await linkTo(app, file, wanted)
    if (link) return link
    // A range means something for what is sent.
    const wantedPart = wanted.headersOnly ? undefined : partOf(wanted.range, file.bytes)
    if (wantedPart && wantedPart.start > wantedPart.end)
      return { status: 416, headers: { 'content-range': `bytes */${file.bytes}` }, content: undefined }
    const { mime, total, part, content } = await findIn(app, file, wanted, wantedPart)
    const disposition = dispositionOf(file)
    return {
      status: part ? 206 : 200,
      content,
      headers: {
        'content-type': mime,
        'content-length': String(part ? part.end - part.start + 1 : total),
        ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${total}` }),
        'accept-ranges': 'bytes',
        // A file in a post may be hidden with it some day: only the reader's browser may cache it, no shared cache.
        'cache-control': `${isPrivate || standsInTexts(file.source) ? 'private' : 'public'}, max-age=${YEAR}, immutable`,
        'x-content-type-options': 'nosniff',
        // A file opened by itself can do nothing, whatever it contains.
        'content-security-policy': "default-src 'none'; sandbox",
        ...(disposition && { 'content-disposition': disposition }),
      },
    }
  })

/** Whether strangers get it. */
export const isPublicFile = (app: App, address: string) =>
  visibleFile(app, null, address).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

/** The bytes of a file that strangers get; undefined where it is gone. */
export const publicPicture = (app: App, address: string) =>
  forMembers(async () => {
    const { file } = await visibleFile(app, null, address)
    return readUpload(app, file.path, file.storage)
  })
