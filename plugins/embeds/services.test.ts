import { describe, expect, test } from 'vitest'
import { find } from './services.ts'

describe('an address', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtube.com/live/dQw4w9WgXcQ?start=7', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/76979871/0123456789', 'https://player.vimeo.com/video/76979871?dnt=1&h=0123456789'],
    [
      'https://www.loom.com/share/0123456789abcdef0123456789abcdef',
      'https://www.loom.com/embed/0123456789abcdef0123456789abcdef',
    ],
    ['https://codepen.io/ada/pen/abcDEF', 'https://codepen.io/ada/embed/abcDEF'],
  ])('%s opens %s', (address, frame) => expect(find(address)?.frame).toBe(frame))

  test.each([
    'https://www.youtube.com/@somebody',
    'https://www.youtube.com/watch?v=<script>',
    'https://youtu.be/../evil',
    'https://vimeo.com/about',
    'https://www.loom.com/embed/../../x',
    'https://codepen.io/ada/pen/a?b',
    'https://elsewhere.example/watch?v=dQw4w9WgXcQ',
    'constructor:x',
    'nothing',
  ])('%s stays a link', (address) => expect(find(address)).toBeUndefined())

  test('a short stands upright', () =>
    expect(find('https://youtube.com/shorts/dQw4w9WgXcQ')).toMatchObject({ width: 9, height: 16 }))
})
