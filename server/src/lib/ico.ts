import { open, readFile } from 'node:fs/promises'
import decodeIco from 'decode-ico'
import { loadSharp } from './sharp.ts'
import { ImageRefused } from './images.ts'

const LARGEST_FILE = 1024 * 1024
const LARGEST_SIDE = 512
const HEAD_BYTES = 6
const ENTRY_BYTES = 16
const ICO = Buffer.from([0, 0, 1, 0])

export const isIco = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ICO.length), 0, ICO.length, 0)
    return bytesRead === ICO.length && buffer.equals(ICO)
  } finally {
    await file.close()
  }
}

/** A bitmap says by itself how large it is, and that much memory is taken for it: no icon is larger than this. */
const isModest = (bytes: Buffer, entry: number) => {
  const at = bytes.readUInt32LE(HEAD_BYTES + ENTRY_BYTES * entry + 12)
  const isPng = bytes.readUInt32BE(at) === 0x89504e47
  const [width, height] = isPng
    ? [bytes.readUInt32BE(at + 16), bytes.readUInt32BE(at + 20)]
    : [bytes.readInt32LE(at + 4), bytes.readInt32LE(at + 8) / 2]
  return width > 0 && height > 0 && width <= LARGEST_SIDE && height <= LARGEST_SIDE
}

/** The largest picture of an `.ico` file, as PNG. Throws ImageRefused. */
export const pictureInIco = async (path: string): Promise<Buffer> => {
  try {
    const bytes = await readFile(path)
    const entries = bytes.readUInt16LE(4)
    if (bytes.length > LARGEST_FILE || entries === 0 || entries > 64) throw new ImageRefused('not_an_image')
    for (let entry = 0; entry < entries; entry++) if (!isModest(bytes, entry)) throw new ImageRefused('not_an_image')
    const [largest] = decodeIco(bytes).sort((a, b) => b.width - a.width)
    if (largest!.type === 'png') return Buffer.from(largest!.data)
    const { data, width, height } = largest!
    const sharp = await loadSharp()
    return await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused('not_an_image')
  }
}

/** An `.ico` file of several sizes of one picture. Browsers have read PNG in it for long. */
export const packIco = (pictures: { size: number; bytes: Buffer }[]) => {
  const head = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [entry, { size, bytes }] of pictures.entries()) {
    const place = HEAD_BYTES + ENTRY_BYTES * entry
    head.writeUInt8(size % 256, place)
    head.writeUInt8(size % 256, place + 1)
    head.writeUInt16LE(1, place + 4)
    head.writeUInt16LE(32, place + 6)
    head.writeUInt32LE(bytes.length, place + 8)
    head.writeUInt32LE(at, place + 12)
    at += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}
