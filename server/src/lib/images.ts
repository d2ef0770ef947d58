import { open } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { createQueue } from './bounded-queue.ts'
import { overloaded } from './errors.ts'
import { loadSharp } from './sharp.ts'

const SECONDS = 20
const MEGA = 1_000_000

/** Small ones go beside each other, one of each member. */
const small = createQueue({ atOnce: 2, waiting: 24, waitMs: 8000, share: 1 })
/** Of large ones one at a time: it takes a few hundred megabytes and some seconds of a processor. Who waits outlasts the one before. */
const large = createQueue({ atOnce: 1, waiting: 12, waitMs: (SECONDS + 5) * 1000 })
const LARGE_PIXELS = 4 * MEGA
const queueFor = (pixels: number) => (pixels > LARGE_PIXELS ? large : small)

export type ImageRefusal = 'not_an_image' | 'too_many_pixels' | 'too_many_frames' | 'too_large' | 'extension'

export class ImageRefused extends Error {
  readonly reason: ImageRefusal
  /** As many megapixels, or frames, as it may have. */
  readonly most: number
  constructor(reason: ImageRefusal, most = 0, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
    this.most = most
  }
}

export interface Image {
  bytes: Buffer
  extension: string
  mime: string
  width: number
  height: number
}

const KINDS = {
  // Codes that fit each picture best would take all of it in memory, 250 MB for forty megapixels, to save a twentieth.
  jpeg: { extensions: ['jpg', 'jpeg'], write: (image: Sharp) => image.jpeg({ quality: 90, optimiseCoding: false }) },
  png: { extensions: ['png'], write: (image: Sharp) => image.png({ adaptiveFiltering: true }) },
  webp: { extensions: ['webp'], write: (image: Sharp) => image.webp({ quality: 90 }) },
  gif: { extensions: ['gif'], write: (image: Sharp) => image.gif() },
  avif: { extensions: ['avif'], write: (image: Sharp) => image.avif({ quality: 65, effort: 2 }) },
}

/** Read as a whole, at 18 bytes a pixel. */
const AVIF_MEGAPIXELS = 12
/** Larger ones are written as WebP: for forty megapixels of AVIF its encoder takes 1.6 GB and minutes. */
const AVIF_PIXELS = 4 * MEGA

/** A larger one that doesn't move is written smaller: WebP is packed as a whole, and can be unpacked in any size but not in pieces, at 300 MB for forty megapixels. */
const WEBP_PIXELS = 12 * MEGA

/** A picture: its bytes, or the file it lies in. */
export type Source = Uint8Array | string

/** Each takes a millisecond, however small it is. */
export const MOST_FRAMES = 1000

/** As large as the settings let pictures be. */
const ICON_MEGAPIXELS = 1000

const HEAD_BYTES = 64
const headOf = async (source: Source) => {
  if (typeof source !== 'string') return Buffer.from(source.subarray(0, HEAD_BYTES)).toString('latin1')
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The format, by its first bytes; names and content types are only claims. No decoder for any other format is used. */
const kindOf = async (source: Source): Promise<keyof typeof KINDS | null> => {
  const head = await headOf(source)
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp'
  return /^[^]{4}ftyp(avif|avis|mif1[^]*avif)/.test(head) ? 'avif' : null
}

interface Allowed {
  extensions: readonly string[]
  megapixels: number
  /** Of the picture that is made of it. */
  bytes?: number
  seconds?: number
}

/** What goes wrong is the picture's fault, unless there is nothing to read it with, or no time. */
const attempt = async <T>({ megapixels }: Allowed, work: () => Promise<T>) => {
  await loadSharp()
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImageRefused || error === overloaded) throw error
    if (/timeout: \d+% complete/.test(String(error))) throw overloaded
    throw new ImageRefused(/pixel limit/.test(String(error)) ? 'too_many_pixels' : 'not_an_image', megapixels, error)
  }
}

/** No larger than memory allows. */
const fitting = (image: Sharp, kind: string, { width, height }: { width: number; height: number }) => {
  const smaller = Math.sqrt(WEBP_PIXELS / (width * height))
  return kind === 'webp' && smaller < 1 ? image.resize({ width: Math.floor(width * smaller) }) : image
}

/** Checked before it is decoded: no picture larger than allowed is decoded, counting all frames of an animation. */
const openImage = async (source: Source, { extensions, megapixels, seconds = SECONDS }: Allowed) => {
  const kind = await kindOf(source)
  if (!kind) throw new ImageRefused('not_an_image')
  const { extensions: own, write } = KINDS[kind]
  const extension = own.find((name) => extensions.includes(name))
  if (!extension) throw new ImageRefused('extension')
  const most = kind === 'avif' ? Math.min(megapixels, AVIF_MEGAPIXELS) : megapixels
  const limitInputPixels = Math.floor(most * MEGA)
  const sharp = await loadSharp()
  const animated = kind === 'gif' || kind === 'webp'
  const {
    width,
    height,
    pages = 1,
    autoOrient: upright,
  } = await sharp(source, { limitInputPixels: false, animated }).metadata()
  if (pages > MOST_FRAMES) throw new ImageRefused('too_many_frames', MOST_FRAMES)
  if (width * height > limitInputPixels) throw new ImageRefused('too_many_pixels', most)
  const opened = (moving: boolean) =>
    sharp(source, { limitInputPixels, animated: moving, failOn: 'error' }).timeout({ seconds })
  const image = opened(animated)
  const written =
    kind === 'avif' && width * height > AVIF_PIXELS
      ? { kind: 'webp', extension: 'webp', write: KINDS.webp.write }
      : { kind, extension, write }
  return {
    ...written,
    queue: queueFor(width * height),
    image: pages > 1 ? image : fitting(image.autoOrient(), written.kind, upright),
    /** The same as WebP, which takes less of most pictures. */
    smaller:
      pages > 1 || written.kind === 'webp' ? undefined : () => fitting(opened(false).autoOrient(), 'webp', upright),
    still: () => opened(false).autoOrient(),
  }
}

/**
 * A member's picture, checked and encoded again: upright, without what the camera noted (place, owner), animated if it was.
 * Throws ImageRefused, or that the site is overloaded.
 */
export const readImage = (source: Source, allowed: Allowed): Promise<Image> =>
  attempt(allowed, async () => {
    const { queue, smaller, image, ...like } = await openImage(source, allowed)
    const { bytes = Infinity } = allowed
    return queue.run(async () => {
      const written = await encoded(image, like)
      if (written.bytes.length <= bytes) return written
      const other = smaller && (await encoded(smaller(), { kind: 'webp', extension: 'webp', write: KINDS.webp.write }))
      if (!other || other.bytes.length > bytes) throw new ImageRefused('too_large')
      return other
    })
  })

const encoded = async (
  image: Sharp,
  { kind, extension, write }: { kind: string; extension: string; write: (image: Sharp) => Sharp },
): Promise<Image> => {
  const { data, info } = await write(image).toBuffer({ resolveWithObject: true })
  return {
    bytes: data,
    extension,
    mime: `image/${kind}`,
    width: info.width,
    height: info.pageHeight ?? info.height,
  }
}

/** A picture of ours in a smaller width, as WebP; nothing for one that moves. */
export const smallerPicture = (source: Source, width: number): Promise<Buffer | undefined> =>
  attempt({ extensions: [], megapixels: ICON_MEGAPIXELS }, async () => {
    const sharp = await loadSharp()
    const image = sharp(source, { limitInputPixels: ICON_MEGAPIXELS * MEGA }).timeout({ seconds: SECONDS })
    const { pages = 1, width: from, height } = await image.metadata()
    if (pages > 1) return undefined
    return queueFor(from * height).run(() =>
      image.resize({ width, withoutEnlargement: true }).webp({ quality: 82 }).toBuffer(),
    )
  })

/** A square PNG of a picture of the site's own, drawings included; what isn't square is shown whole. With a margin on white for devices that cut shapes out of it. */
export const iconPicture = (source: Source, size: number, withMargin = false): Promise<Buffer> =>
  attempt({ extensions: [], megapixels: ICON_MEGAPIXELS }, async () => {
    const sharp = await loadSharp()
    const inner = withMargin ? Math.round(size * 0.78) : size
    const margin = { start: Math.floor((size - inner) / 2), end: Math.ceil((size - inner) / 2) }
    const ground = { r: 255, g: 255, b: 255, alpha: withMargin ? 1 : 0 }
    return large.run(() =>
      sharp(source, { limitInputPixels: ICON_MEGAPIXELS * MEGA, density: 1200 })
        .resize(inner, inner, { fit: 'contain', background: ground })
        .extend({ top: margin.start, left: margin.start, bottom: margin.end, right: margin.end, background: ground })
        .flatten(withMargin ? { background: ground } : false)
        .png()
        .toBuffer(),
    )
  })

/** The middle of a picture as a square of at most `size` pixels, for avatars. Throws as `readImage` does. */
export const thumbnail = (source: Source, size: number, allowed: Allowed): Promise<Image> =>
  attempt(allowed, async () => {
    const { queue, still } = await openImage(source, allowed)
    const image = still()
    const { autoOrient: upright } = await image.metadata()
    const side = Math.max(1, Math.min(Math.round(size), 1_024, upright.width, upright.height))
    const bytes = await queue.run(() => image.resize(side, side, { fit: 'cover' }).webp({ quality: 85 }).toBuffer())
    return { bytes, extension: 'webp', mime: 'image/webp', width: side, height: side }
  })
