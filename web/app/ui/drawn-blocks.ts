import { pluginFrame } from './plugin-frame.ts'
import './drawn-blocks.css'

/** A frame is fetched before one gets to where it stands. */
const NEAR = '600px'

/** `html data-draws`: languages, each followed by its frame. */
const framesByLanguage = () => {
  const words = (document.documentElement.dataset.draws ?? '').split(' ')
  return new Map(words.flatMap((word, place) => (place % 2 ? [] : [[word, words[place + 1]!]])))
}

const languageOf = (code: Element) =>
  [...code.classList].find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''

const foldOf = (words: string) => {
  const fold = document.createElement('details')
  fold.className = 'drawn-code'
  const summary = document.createElement('summary')
  summary.textContent = words
  fold.append(summary)
  return fold
}

/** Until the frame has drawn, and where it can't, the code is there. */
const draw = (code: HTMLElement, address: string, words: string) => {
  // A button for copying comes with an element around the block, perhaps later than this.
  const blockNow = () => code.closest<HTMLElement>('.code-block') ?? code.parentElement!
  const frame = pluginFrame(
    address,
    words,
    { language: languageOf(code), text: code.textContent },
    {
      ready() {
        frame.classList.add('drawn-frame-ready')
        const block = blockNow()
        const fold = foldOf(words)
        block.replaceWith(fold)
        fold.append(block)
      },
      failed: () => frame.remove(),
    },
  )
  frame.className = 'drawn-frame'
  blockNow().before(frame)
}

/** Blocks of code that plugins draw, each once one gets near it. */
export const drawBlocks = (text: HTMLElement, words: string) => {
  const frames = framesByLanguage()
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        draw(target as HTMLElement, frames.get(languageOf(target))!, words)
      }
    },
    { rootMargin: NEAR },
  )
  for (const code of text.querySelectorAll<HTMLElement>('pre > code'))
    if (frames.has(languageOf(code)) && !code.closest('.drawn-code')) near.observe(code)
}
