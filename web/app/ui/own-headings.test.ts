import { expect, test } from 'vitest'
import { ownHeadings } from './own-headings.ts'

const html = '<h4 id="h-setup">Setup</h4>\n<p>See <a href="#h-setup" rel="nofollow">above</a>: id="h-setup".</p>'

test('the headings of two texts have ids of their own, and links lead to the one in the same text', () => {
  expect(ownHeadings(html, 'answer-1')).toBe(
    '<h4 id="h-answer-1-setup">Setup</h4>\n<p>See <a href="#h-answer-1-setup" rel="nofollow">above</a>: id="h-setup".</p>',
  )
  expect(ownHeadings(html, 'answer-2')).not.toContain('answer-1')
})
