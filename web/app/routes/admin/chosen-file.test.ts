import { expect, test } from 'vitest'
import { chosenFile } from './chosen-file.ts'

test.each([
  ['none', new File([], ''), 'Choose one.'],
  ['an empty one', new File([], 'a.tgz'), 'It is empty.'],
  ['one that is too large', new File(['12345'], 'a.tgz'), 'At most 4.'],
])('a form without its file is refused on the field: %s', (_, file, error_msg) => {
  const form = new FormData()
  for (const [name, words] of Object.entries({
    missing: 'Choose one.',
    empty: 'It is empty.',
    too_large: 'At most 4.',
  }))
    form.set(name, words)
  form.set('file', file)
  expect(() => chosenFile(form, 'file', 4)).toThrow(
    expect.objectContaining({ data: [{ error_field: 'file', error_msg }] }),
  )
})
