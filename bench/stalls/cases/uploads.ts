import sharp from 'sharp'
import { type StallCase, stallCase } from '../case.ts'
import type { TestUser, Stage } from '../stage.ts'

const PLACE = '/answer/api/v1/file'
const MEGABYTE = 1024 * 1024
const BOUNDARY = 'stalls-boundary'
const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

const form = (source: string, name: string, type: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="source"\r\n\r\n${source}\r\n` +
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

const send = (stage: Stage, body: Buffer, as?: TestUser) => stage.attack({ path: PLACE, as, body, headers: HEADERS })

/** Forty megapixels that pack well, and take their time to unpack and to pack again. */
const large = (format: 'webp' | 'png' | 'jpeg' | 'avif', side = 6300, more: { progressive?: boolean } = {}) =>
  sharp({
    create: { width: side, height: side, channels: 3, background: '#88aacc' },
    limitInputPixels: false,
  })
    .composite([
      {
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs><radialGradient id="g"><stop offset="0" stop-color="#f40"/><stop offset="1" stop-color="#04f"/></radialGradient></defs><circle cx="50%" cy="50%" r="45%" fill="url(#g)"/></svg>`,
        ),
      },
    ])
    .toFormat(
      format,
      format === 'avif' ? { effort: 0, quality: 40 } : format === 'png' ? more : { quality: 60, ...more },
    )
    .toBuffer()

/** As many frames as fit into the size that is allowed for all together. */
const moving = async () => {
  const side = 200
  const frames = 900
  const raw = Buffer.alloc(side * side * frames * 3)
  for (let at = 0; at < raw.length; at += 3) raw[at] = Math.floor(at / (side * side * 3)) % 256
  return sharp(raw, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } as never })
    .gif({ effort: 1, colours: 8 })
    .toBuffer()
}

const pictures = (name: string, count: number, source: string, make: () => Promise<Buffer>, extension: string) =>
  stallCase({
    name,
    limits: 'off' as const,
    prepare: async () => form(source, `large.${extension}`, `image/${extension}`, await make()),
    play: (stage, body) => stage.together(count, () => send(stage, body, stage.member())),
  })

export const cases: StallCase[] = [
  pictures('four pictures of 40 megapixels, webp', 4, 'post', () => large('webp'), 'webp'),
  pictures('eight pictures of 40 megapixels, png', 8, 'post', () => large('png'), 'png'),
  pictures('eight pictures of 40 megapixels, jpeg', 8, 'post', () => large('jpeg'), 'jpg'),
  pictures('two pictures of 40 megapixels, avif', 2, 'post', () => large('avif'), 'avif'),
  pictures('eight avatars of 40 megapixels', 8, 'avatar', () => large('webp'), 'webp'),
  pictures('three moving pictures of 900 frames', 3, 'post', moving, 'gif'),
  pictures(
    'four pictures of 40 megapixels, png in passes',
    4,
    'post',
    () => large('png', 6300, { progressive: true }),
    'png',
  ),
  pictures(
    'four pictures of 40 megapixels, jpeg in passes',
    4,
    'post',
    () => large('jpeg', 6300, { progressive: true }),
    'jpg',
  ),
  stallCase({
    name: 'four pictures of 12 megapixels, avif',
    limits: 'off',
    prepare: async (stage) => {
      await stage.call('PUT', '/answer/admin/api/siteinfo/write', stage.admin, {
        authorized_image_extensions: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif'],
      })
      return form('post', 'large.avif', 'image/avif', await large('avif', 3460))
    },
    play: (stage, body) => stage.together(4, () => send(stage, body, stage.member())),
  }),
  stallCase({
    name: 'sixty pictures broken off',
    limits: 'off',
    prepare: async () => {
      const whole = await large('jpeg', 3000)
      return form('post', 'broken.jpg', 'image/jpeg', whole.subarray(0, whole.length / 2))
    },
    play: (stage, body) => stage.together(60, () => send(stage, body, stage.member())),
  }),
  stallCase({
    name: 'eight uploads of 60 MB, all refused',
    prepare: async () => form('post', 'large.png', 'image/png', Buffer.alloc(60 * MEGABYTE, 7)),
    play: (stage, body) => stage.together(8, () => send(stage, body, stage.member())),
  }),
  stallCase({
    name: 'eight uploads of 60 MB by strangers',
    prepare: async () => form('post', 'large.png', 'image/png', Buffer.alloc(60 * MEGABYTE, 7)),
    play: (stage, body) => stage.together(8, () => send(stage, body)),
  }),
  stallCase({
    name: 'forty attachments as large as allowed',
    limits: 'off',
    prepare: async (stage) => {
      await stage.call('PUT', '/answer/admin/api/siteinfo/write', stage.admin, {
        authorized_attachment_extensions: ['bin'],
      })
      return form('post_attachment', 'large.bin', 'application/octet-stream', Buffer.alloc(8 * MEGABYTE, 7))
    },
    play: (stage, body) => stage.together(40, () => send(stage, body, stage.member())),
  }),
  stallCase({
    name: 'uploads of 20,000 fields',
    prepare: async () =>
      Buffer.from(
        `${Array.from({ length: 20_000 }, (_, n) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a${n}"\r\n\r\nx\r\n`).join('')}--${BOUNDARY}--\r\n`,
      ),
    play: (stage, body) => stage.together(4, () => send(stage, body, stage.member())),
  }),
  stallCase({
    name: 'avatars of 60 MB by the form without scripts',
    prepare: async (stage) => {
      const body = form('avatar', 'large.png', 'image/png', Buffer.alloc(60 * MEGABYTE, 7))
      return { body, people: await stage.together(8, async () => stage.member()) }
    },
    play: (stage, { body, people }) =>
      Promise.all(people.map((as) => stage.attack({ path: '/users/settings/profile', as, body, headers: HEADERS }))),
  }),
]
