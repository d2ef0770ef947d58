import sharp, { type Sharp } from 'sharp'

export type ImageRefusal = 'not_an_image' | 'too_many_pixels' | 'extension'

export class ImageRefused extends Error {
  readonly reason: ImageRefusal
  constructor(reason: ImageRefusal) {
    super(reason)
    this.reason = reason
  }
}

export interface Image {
  bytes: Buffer
  extension: string
  mime: string
  width: number
  height: number
}

const SECONDS = 20
const MEGA = 1_000_000

const KINDS = {
  jpeg: { extensions: ['jpg', 'jpeg'], write: (image: Sharp) => image.jpeg({ quality: 90 }) },
  png: { extensions: ['png'], write: (image: Sharp) => image.png() },
  webp: { extensions: ['webp'], write: (image: Sharp) => image.webp({ quality: 90 }) },
  gif: { extensions: ['gif'], write: (image: Sharp) => image.gif() },
  avif: { extensions: ['avif'], write: (image: Sharp) => image.avif({ quality: 65 }) },
}

/** What the bytes are, by how they begin; names and content types are only claims. No decoder for anything else is ever asked. */
const kindOf = (bytes: Uint8Array): keyof typeof KINDS | null => {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp'
  return /^[^]{4}ftyp(avif|avis|mif1[^]*avif)/.test(head) ? 'avif' : null
}

const attempt = async <T>(work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ImageRefused
      ? error
      : new ImageRefused(/pixel limit/.test(String(error)) ? 'too_many_pixels' : 'not_an_image')
  }
}

/**
 * A member's picture, checked and written anew: upright, without what the camera noted (place, owner), moving if it moved.
 * Throws ImageRefused.
 */
export const readImage = (
  bytes: Uint8Array,
  { extensions, megapixels }: { extensions: readonly string[]; megapixels: number },
): Promise<Image> =>
  attempt(async () => {
    const kind = kindOf(bytes)
    if (!kind) throw new ImageRefused('not_an_image')
    const { extensions: own, write } = KINDS[kind]
    const extension = own.find((name) => extensions.includes(name))
    if (!extension) throw new ImageRefused('extension')

    const limitInputPixels = Math.floor(megapixels * MEGA)
    const animated = kind === 'gif' || kind === 'webp'
    const image = sharp(bytes, { limitInputPixels, animated, failOn: 'error' }).timeout({ seconds: SECONDS })
    const { width, height, pages = 1 } = await image.metadata()
    if (width * height > limitInputPixels) throw new ImageRefused('too_many_pixels') // all frames of a moving one together
    const written = await write(pages > 1 ? image : image.autoOrient()).toBuffer({ resolveWithObject: true })
    return {
      bytes: written.data,
      extension,
      mime: `image/${kind}`,
      width: written.info.width,
      height: written.info.pageHeight ?? written.info.height,
    }
  })

/** The middle of a picture as a square of at most `size` pixels, for avatars. */
export const thumbnail = (bytes: Uint8Array, size: number): Promise<Image> =>
  attempt(async () => {
    if (!kindOf(bytes)) throw new ImageRefused('not_an_image')
    const image = sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
      .timeout({ seconds: SECONDS })
      .autoOrient()
    const { width, height } = await image.metadata()
    const side = Math.max(1, Math.min(Math.round(size), 1_024, width, height))
    const { data } = await image
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, extension: 'webp', mime: 'image/webp', width: side, height: side }
  })
