import { describe, expect, test } from 'vitest'
import { extensionOf, faultOf } from './policy.ts'

const limits = { extensions: ['pdf'], megabytes: 1, megapixels: 40 }
const file = (name: string, length = 10) => ({ name, size: length })

describe('a file is refused', () => {
  test.each([
    { why: 'where none was sent', source: 'post', sent: undefined, reason: 'field.required' },
    { why: 'where it is empty', source: 'post', sent: file('a.png', 0), reason: 'error.upload.empty' },
    { why: 'above the limit', source: 'post', sent: file('a.png', 1024 * 1024 + 1), reason: 'error.upload.too_large' },
    {
      why: 'as an attachment of another kind',
      source: 'post_attachment',
      sent: file('a.pdf.exe'),
      reason: 'error.upload.unsupported_format',
    },
    {
      why: 'as an attachment without a kind',
      source: 'post_attachment',
      sent: file('pdf'),
      reason: 'error.upload.unsupported_format',
    },
  ] as const)('$why', ({ source, sent, reason }) => {
    expect(faultOf(source, sent, limits)?.reason).toBe(reason)
  })

  test('where the site takes none of its kind', () => {
    expect(faultOf('post_attachment', file('a.pdf'), { ...limits, extensions: [] })?.reason).toBe(
      'error.upload.not_allowed',
    )
  })

  test('not at exactly the limit, nor with its kind in capitals', () => {
    expect(faultOf('post_attachment', file('A.PDF', 1024 * 1024), limits)).toBeUndefined()
  })
})

test.each([
  ['a.PNG', 'png'],
  ['a.tar.gz', 'gz'],
  ['a.', ''],
  ['../../etc/passwd', ''],
  ['a.p/ng', ''],
  ['', ''],
])('the kind of %j is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})
