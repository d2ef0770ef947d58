import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { actingAs } from './acting.ts'
import { inRequest } from './current-request.ts'
import { overloaded } from './errors.ts'
import * as images from './images.ts'

const ALL = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif']
const read = (bytes: images.Source, extensions = ALL, megapixels = 40) =>
  images.readImage(bytes, { extensions, megapixels })
const thumbnail = (bytes: Uint8Array, size: number, extensions = ALL, megapixels = 40) =>
  images.thumbnail(bytes, size, { extensions, megapixels })
const drawn = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#0033ff' } })
const refused = (reason: string) => expect.objectContaining({ name: 'Error', reason })

const frames = (format: 'gif' | 'webp') => {
  const stripe = (color: string) =>
    sharp({ create: { width: 8, height: 6, channels: 3, background: color } })
      .png()
      .toBuffer()
  return Promise.all(['#f00', '#0f0', '#00f'].map(stripe)).then((parts) =>
    sharp(parts, { join: { animated: true } })
      .toFormat(format, { delay: [100, 100, 100] })
      .toBuffer(),
  )
}

/** A few hundred bytes that claim to be a very large picture. */
const bomb = (width: number, height: number) => {
  const chunk = (name: string, body: Buffer) => {
    const whole = Buffer.concat([Buffer.from(name), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(whole))
    return Buffer.concat([length, whole, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture', () => {
  test.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['gif', 'gif'],
    ['avif', 'avif'],
  ] as const)('may be %s', async (format, extension) => {
    const image = await read(await drawn().toFormat(format).toBuffer())
    expect(image).toMatchObject({ extension, mime: `image/${format}`, width: 40, height: 20 })
    expect(await sharp(image.bytes).metadata()).toMatchObject({
      width: 40,
      height: 20,
      format: format === 'avif' ? 'heif' : format,
    })
  })

  it('is known by its bytes, not by its name', async () => {
    const png = await drawn().png().toBuffer()
    await expect(read(png, ['jpg', 'jpeg'])).rejects.toEqual(refused('extension'))
    expect(await read(await drawn().jpeg().toBuffer(), ['jpeg'])).toMatchObject({ extension: 'jpeg' })
  })

  it('loses what the camera noted, and stands upright', async () => {
    const taken = await drawn(40, 20)
      .withExif({ IFD0: { Copyright: 'Zephyr', Make: 'Secret' }, IFD3: { GPSLatitude: '51/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    const image = await read(taken)
    expect(image).toMatchObject({ width: 20, height: 40 })
    const { exif, orientation, xmp, iptc } = await sharp(image.bytes).metadata()
    expect({ exif, orientation, xmp, iptc }).toEqual({})
    expect(image.bytes.includes('Zephyr')).toBe(false)
  })

  test.each(['gif', 'webp'] as const)('that moves, moves on as %s', async (format) => {
    const image = await read(await frames(format))
    expect(image).toMatchObject({ width: 8, height: 6, extension: format })
    expect(await sharp(image.bytes, { animated: true }).metadata()).toMatchObject({ pages: 3, width: 8 })
  })

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG behind spaces', () => Buffer.from('\n \ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', () => new Uint8Array()],
    ['one byte', () => new Uint8Array([0xff])],
    ['HTML that begins like a GIF', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1')],
    ['TIFF', () => drawn().tiff().toBuffer()],
    ['PDF', () => Buffer.from('%PDF-1.7\n')],
    [
      'half a PNG',
      async () =>
        (
          await drawn(400, 400)
            .composite([{ input: { text: { text: 'zephyr', width: 300, height: 300 } } }])
            .png()
            .toBuffer()
        ).subarray(0, 200),
    ],
    [
      'a PNG with broken insides',
      async () => {
        const png = await drawn(200, 200).png().toBuffer()
        return Buffer.concat([png.subarray(0, 40), Buffer.alloc(50, 7), png.subarray(90)])
      },
    ],
    ['the start of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('is not %s', async (_, make) => {
    await expect(read(await make())).rejects.toEqual(refused('not_an_image'))
    await expect(thumbnail(await make(), 64)).rejects.toEqual(refused('not_an_image'))
  })

  it('of AVIF is kept as WebP where it is large, since writing AVIF would take memory and minutes', async () => {
    const avif = (width: number) => drawn(width, 2000).avif({ effort: 0 }).toBuffer()
    expect(await read(await avif(2100))).toMatchObject({
      extension: 'webp',
      mime: 'image/webp',
      width: 2100,
      height: 2000,
    })
    expect(await read(await avif(100))).toMatchObject({ extension: 'avif', mime: 'image/avif' })
  })

  it('of AVIF has a limit of its own, since it is read as a whole', async () => {
    const avif = await drawn(4_001, 3_000).avif({ effort: 0 }).toBuffer()
    await expect(read(avif)).rejects.toMatchObject({ reason: 'too_many_pixels', most: 12 })
    await expect(thumbnail(avif, 64)).rejects.toMatchObject({ reason: 'too_many_pixels', most: 12 })
  })

  it('of WebP is made smaller where it is very large, and turned upright', async () => {
    const webp = await drawn(4_100, 3_000).withMetadata({ orientation: 6 }).webp({ effort: 0 }).toBuffer()
    expect(await read(webp)).toMatchObject({ extension: 'webp', width: 2_963, height: 4_049 })
  })

  it('of JPEG is written with the codes that every such picture may have, so that no picture must be held as a whole', async () => {
    const everybodys = Buffer.from([0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    expect((await read(await drawn().jpeg().toBuffer())).bytes.includes(everybodys)).toBe(true)
  })

  it('that repeats itself takes about as much as it was sent with', async () => {
    const [width, height] = [2000, 1000]
    const row = randomBytes(width * 4)
    const raw = Buffer.concat(Array.from({ length: height }, () => row))
    const sent = await sharp(raw, { raw: { width, height, channels: 4 } })
      .png({ adaptiveFiltering: true })
      .toBuffer()
    expect((await read(sent)).bytes.length).toBeLessThan(sent.length * 1.5)
  })

  it('that would take more than it may becomes WebP, and is refused where that is too much, too', async () => {
    const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer()
    const within = (bytes: number) => images.readImage(noise, { extensions: ALL, megapixels: 40, bytes })
    expect(await within(noise.length + 1000)).toMatchObject({ extension: 'png' })
    expect(await within(noise.length / 2)).toMatchObject({ extension: 'webp', mime: 'image/webp', width: 300 })
    await expect(within(1000)).rejects.toEqual(refused('too_large'))
  })

  it('moves in a thousand frames at most', async () => {
    const moving = async (count: number) => {
      const raw = Buffer.concat(Array.from({ length: count }, (_, n) => Buffer.alloc(4 * 4 * 3, (n % 2) * 255)))
      return sharp(raw, { raw: { width: 4, height: 4 * count, channels: 3, pageHeight: 4 } })
        .gif()
        .toBuffer()
    }
    const many = await moving(images.MOST_FRAMES + 1)
    expect((await sharp(many).metadata()).pages).toBe(images.MOST_FRAMES + 1)
    await expect(read(many)).rejects.toMatchObject({ reason: 'too_many_frames', most: images.MOST_FRAMES })
    expect(await read(await moving(20))).toMatchObject({ extension: 'gif' })
  })

  it('that takes longer than its time may be sent again', async () => {
    // Nothing compresses noise quickly.
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const slow = await sharp({ create: { width: 5000, height: 6000, channels: 3, background: '#000', noise } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    await expect(images.readImage(slow, { extensions: ALL, megapixels: 40, seconds: 1 })).rejects.toBe(overloaded)
  }, 30_000)

  it('of one member keeps nobody else waiting', async () => {
    const [large, tiny] = [await drawn(3000, 2000).png().toBuffer(), await drawn().png().toBuffer()]
    const ended: string[] = []
    const of = (user: number, name: string, bytes: Buffer) =>
      new Promise<void>((resolve, reject) =>
        inRequest(
          { id: name, what: name, network: `10.0.0.${user}` },
          () =>
            void actingAs({ actor_id: user, session_id: 0, via: 'session' }, () =>
              read(bytes).then(() => {
                ended.push(name)
                resolve()
              }, reject),
            ),
        ),
      )
    await Promise.all([of(1, 'large', large), of(1, 'large', large), of(1, 'tiny', tiny), of(2, 'other', tiny)])
    expect(ended.indexOf('other')).toBeLessThan(ended.indexOf('large'))
  }, 60_000)

  it('has a limit of pixels', async () => {
    await expect(read(bomb(60_000, 60_000))).rejects.toEqual(refused('too_many_pixels'))
    await expect(thumbnail(bomb(60_000, 60_000), 64)).rejects.toEqual(refused('too_many_pixels'))
    const png = await drawn(1_001, 1_000).png().toBuffer()
    await expect(read(png, ALL, 1)).rejects.toEqual(refused('too_many_pixels'))
    expect(await read(png, ALL, 1.01)).toMatchObject({ width: 1_001 })
  })

  it('is encoded again, so that nothing hidden behind it stays', async () => {
    const polyglot = Buffer.concat([await drawn().png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    expect((await read(polyglot)).bytes.includes('script')).toBe(false)
  })
})

describe('a thumbnail', () => {
  it('is the middle square', async () => {
    const wide = await drawn(300, 100).png().toBuffer()
    expect(await thumbnail(wide, 64)).toMatchObject({ width: 64, height: 64, extension: 'webp', mime: 'image/webp' })
    expect(await sharp((await thumbnail(wide, 64)).bytes).metadata()).toMatchObject({
      width: 64,
      height: 64,
      format: 'webp',
    })
  })

  it('is never larger than the picture or 1024', async () => {
    expect(await thumbnail(await drawn(300, 100).png().toBuffer(), 500)).toMatchObject({ width: 100, height: 100 })
    expect(await thumbnail(await drawn(2_000, 1_500).png().toBuffer(), 9_999)).toMatchObject({
      width: 1_024,
      height: 1_024,
    })
    expect(await thumbnail(await drawn().png().toBuffer(), -5)).toMatchObject({ width: 1, height: 1 })
  })

  it('of a moving picture stands still', async () =>
    expect((await sharp((await thumbnail(await frames('gif'), 4)).bytes).metadata()).pages ?? 1).toBe(1))
})
