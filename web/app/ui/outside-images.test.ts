import { describe, expect, it } from 'vitest'
import { hasOutsideImages, withoutOutsideImages } from './outside-images.ts'

const OWN = 'site.example'
const img = (src: string, alt = '') =>
  `<p>a <img src="${src}" alt="${alt}" loading="lazy" referrerpolicy="no-referrer"> b</p>`

describe('images of other hosts', () => {
  it.each([
    ['https://elsewhere.example/a.png', true],
    ['http://elsewhere.example/a.png', true],
    ['//elsewhere.example/a.png', true],
    ['https://site.example.evil/a.png', true],
    ['/uploads/a.png', false],
    ['https://site.example/uploads/a.png', false],
    ['data:image/png;base64,AAAA', false],
  ])('%s is one: %s', (src, outside) => {
    expect(hasOutsideImages(img(src), OWN)).toBe(outside)
    expect(withoutOutsideImages(img(src), OWN).includes('<img')).toBe(!outside)
  })

  it('leave their description and their host behind, and no address to ask', () => {
    expect(withoutOutsideImages(img('https://elsewhere.example/a.png?b=1&amp;c=2', 'A &quot;cat&quot;'), OWN)).toBe(
      '<p>a <span class="outside-image">A &quot;cat&quot; · elsewhere.example</span> b</p>',
    )
    expect(withoutOutsideImages(img('https://elsewhere.example/a.png'), OWN)).toBe(
      '<p>a <span class="outside-image">elsewhere.example</span> b</p>',
    )
  })

  it('are found wherever their address stands, and each by itself', () => {
    const html = `<img alt="x" src="https://one.example/a.png">${img('/uploads/b.png')}<img src="https://two.example/c.png" alt="y">`
    expect(withoutOutsideImages(html, OWN)).toBe(
      `<span class="outside-image">x · one.example</span>${img('/uploads/b.png')}<span class="outside-image">y · two.example</span>`,
    )
  })
})
