import { AVATAR_PIXELS, UNUSED_UPLOAD_BYTES } from '@askwell/contract/limits.ts'
import { MAIL_STATUS, USER_STATUS, type Viewer } from '../../../lib/actor.ts'
import type { FieldError } from '../../../lib/errors.ts'
import type { SiteSettings } from '../settings/views.ts'

export const SOURCES = ['post', 'post_attachment', 'avatar', 'branding'] as const
export type Source = (typeof SOURCES)[number]
export const isSource = (text: string | undefined): text is Source => (SOURCES as readonly unknown[]).includes(text)

const MEGABYTE = 1024 * 1024

/** Those whose uses are noted. */
export const TEXT_SOURCES = ['post', 'post_attachment'] as const satisfies Source[]
export const standsInTexts = (source: string) => (TEXT_SOURCES as readonly string[]).includes(source)

// For pictures in posts the settings name the formats.
const FIXED_EXTENSIONS: Partial<Record<Source, string[]>> = {
  avatar: ['jpg', 'jpeg', 'png', 'webp'],
  branding: ['jpg', 'jpeg', 'png', 'ico'],
}

/** Avatars are stored as squares of at most this many pixels. */
export const squareOf = (source: Source) => (source === 'avatar' ? AVATAR_PIXELS : undefined)

const allowedOf = (write: SiteSettings['write'], source: Source) =>
  source === 'post_attachment'
    ? write.authorized_attachment_extensions.map((name) => name.toLowerCase())
    : (FIXED_EXTENSIONS[source] ?? write.authorized_image_extensions)

const megabytesOf = (write: SiteSettings['write'], source: Source) =>
  source === 'post_attachment' ? write.max_attachment_size : write.max_image_size

/** The allowed types and sizes, from the admin's settings. */
export const limitsOf = (write: SiteSettings['write'], source: Source) => ({
  extensions: allowedOf(write, source),
  megabytes: megabytesOf(write, source),
  megapixels: write.max_image_megapixel,
})

/** Encoded again a picture may be larger than it was sent; by so much, and no more. */
const GROWTH = 2
export const mostStored = ({ megabytes }: Limits) => GROWTH * megabytes * MEGABYTE
export type Limits = ReturnType<typeof limitsOf>

/** The largest allowed file; undefined if the site takes none. */
export const mostBytes = ({ extensions, megabytes }: Limits) => (extensions.length ? megabytes * MEGABYTE : 0)

const largestMegabytes = (write: SiteSettings['write']) =>
  Math.max(
    ...SOURCES.map((source) => limitsOf(write, source)).map((one) => (one.extensions.length ? one.megabytes : 0)),
  )
/** The largest file that the settings let anybody send. */
export const largestUpload = (write: SiteSettings['write']) => largestMegabytes(write) * MEGABYTE

/** Who may send files at all. */
export const mayUpload = (actor: Viewer) =>
  actor !== null && actor.mail_status === MAIL_STATUS.activated && actor.status === USER_STATUS.normal

/** The part after the last dot, if it is an extension. Only the extensions in the settings are accepted. */
export const extensionOf = (name: string) => /\.([a-z0-9]{1,16})$/.exec(name.toLowerCase())?.[1] ?? ''

const about = (reason: string, values?: FieldError['values']): FieldError => ({ field: 'file', reason, values })
export const unsupported = (extensions: readonly string[]) =>
  about('error.upload.unsupported_format', { allowed: extensions.join(', ') })
export const tooManyPixels = (megapixels: number) => about('error.upload.too_many_pixels', { max: megapixels })

export const tooManyFrames = (frames: number) => about('error.upload.too_many_frames', { max: frames })
export const tooLargeStored = () => about('error.upload.too_large_stored')
export const tooManyUnused = () => about('error.upload.too_many_unused', { max: UNUSED_UPLOAD_BYTES / MEGABYTE })

export const infected = () => about('error.upload.infected')

/** The error while a file is still arriving, perhaps before its purpose is known. */
export const tooLargeFor = (write: SiteSettings['write'], source: Source | undefined): FieldError => {
  const limits = source && limitsOf(write, source)
  return limits?.extensions.length === 0
    ? about('error.upload.not_allowed')
    : about('error.upload.too_large', { max: limits?.megabytes ?? largestMegabytes(write) })
}

/** What is wrong with a file, before its content is looked at. */
export const faultOf = (
  source: Source,
  file: { name: string; size: number } | undefined,
  { extensions, megabytes }: Limits,
): FieldError | undefined => {
  if (!file) return about('field.required')
  if (extensions.length === 0) return about('error.upload.not_allowed')
  if (file.size === 0) return about('error.upload.empty')
  if (file.size > megabytes * MEGABYTE) return about('error.upload.too_large', { max: megabytes })
  if (source === 'post_attachment' && !extensions.includes(extensionOf(file.name))) return unsupported(extensions)
  return undefined
}

const FILE = /\/uploads\/((?:post|post_attachment)\/[\w-]+\.\w+)/g

/** The files that a text shows or leads to. */
export const filesIn = (text: string) => [...new Set([...text.matchAll(FILE)].map(([, path]) => path!))]
