import { expect, test } from 'vitest'
import { withMarksShown } from './conflict-marks.ts'

test('marks stand by themselves, as code', () => {
  expect(withMarksShown('Before.\n<<<<<<<\nTheirs.\n=======\nMine.\n>>>>>>>\nAfter.')).toBe(
    'Before.\n\n`<<<<<<<`\n\nTheirs.\n\n`=======`\n\nMine.\n\n`>>>>>>>`\n\nAfter.',
  )
})

test('in code they are left alone, until it ends', () => {
  const code = '````\n<<<<<<<\n```\n=======\n````'
  expect(withMarksShown(`${code}\n>>>>>>>`)).toBe(`${code}\n\n\`>>>>>>>\`\n`)
  expect(withMarksShown('~~~\n```\n=======\n~~~')).toBe('~~~\n```\n=======\n~~~')
})

test('what only looks like one is text', () => {
  expect(withMarksShown('========\n > >>>>>>>')).toBe('========\n > >>>>>>>')
})
