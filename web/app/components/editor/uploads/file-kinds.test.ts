import { expect, it } from 'vitest'
import { fileKind } from './file-kinds.ts'

const limits = {
  max_image_size: 1,
  max_attachment_size: 2,
  authorized_image_extensions: ['png', 'jpg'],
  authorized_attachment_extensions: ['PDF', 'svg'],
}
const MB = 1024 * 1024

it.each([
  ['a.png', 'image/png', 10, { source: 'post' }],
  ['no extension', 'image/png', 10, { source: 'post' }],
  ['a.tiff', 'image/tiff', 10, { source: 'post' }],
  ['a.png', 'image/png', MB + 1, { source: 'post', fault: { kind: 'too_large', bytes: MB } }],
  ['a.PDF', 'application/pdf', MB + 1, { source: 'post_attachment' }],
  ['a.pdf', '', 2 * MB + 1, { source: 'post_attachment', fault: { kind: 'too_large', bytes: 2 * MB } }],
  ['a.svg', 'image/svg+xml', 10, { source: 'post_attachment' }],
  ['a.exe', '', 10, { source: 'post', fault: { kind: 'type', allowed: ['png', 'jpg', 'pdf', 'svg'] } }],
  ['a.png', 'image/png', 0, { source: 'post', fault: { kind: 'empty' } }],
])('the file %s of type "%s" with %d bytes is %j', (name, type, size, expected) => {
  expect(fileKind({ name, type, size }, limits)).toEqual(expected)
})
