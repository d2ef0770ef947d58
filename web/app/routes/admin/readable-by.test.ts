import { expect, test } from 'vitest'
import { readableBy } from './readable-by.ts'

const wordpress = { slug_name: 'wordpress', files: ['.xml', '.tar.gz'] }
const uploads = [
  'old.xml',
  'dump.zip',
  'new.tar.gz',
  'wordpress.tar.gz',
  'wordpress-2.tar.gz',
  'wordpress-old.tar.gz',
].map((name, at) => ({ name, bytes: 1, uploaded_at: at }))

test('the newest upload that a plugin reads is offered first; what it has made itself is not, or last', () => {
  expect(readableBy(wordpress, uploads, 'wordpress-2.tar.gz')).toEqual([
    'wordpress-old.tar.gz',
    'new.tar.gz',
    'old.xml',
    'wordpress.tar.gz',
  ])
})
