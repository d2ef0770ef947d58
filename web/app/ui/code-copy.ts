import { copyText } from './copy-text.ts'

interface Words {
  copy: string
  copied: string
  failed: string
}

/** How long the button says that it has been done. */
const SAID_MS = 2000

const copyButton = (pre: HTMLPreElement, { copy, copied, failed }: Words) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-small code-copy'
  button.textContent = copy
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (is: boolean) => {
    button.textContent = is ? copied : failed
    if (is) button.dataset.copied = ''
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = copy
      delete button.dataset.copied
    }, SAID_MS)
  }
  const press = async () => {
    const is = await copyText(pre.textContent)
    say(is)
    // Then one can copy it by hand.
    if (!is) getSelection()?.selectAllChildren(pre)
  }
  button.addEventListener('click', () => void press())
  return button
}

/** Puts a button over each block of code in a text. */
export const addCopyButtons = (text: HTMLElement, words: Words) => {
  for (const pre of text.querySelectorAll<HTMLPreElement>('pre:not(.code-block > pre)')) {
    const block = document.createElement('div')
    block.className = 'code-block'
    pre.replaceWith(block)
    block.append(pre, copyButton(pre, words))
  }
}
