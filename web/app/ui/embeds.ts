import './embeds.css'

interface Words {
  show(host: string): string
  note(host: string): string
}

/** What a video needs to play; nothing of it reaches this page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-presentation'
const FEATURES = 'fullscreen; encrypted-media; picture-in-picture'

const RATIO = /^\d+\/\d+$/

const frameOf = (address: string, title: string, ratio: string) => {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('sandbox', SANDBOX)
  frame.allow = FEATURES
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.style.aspectRatio = RATIO.test(ratio) ? ratio : '16/9'
  frame.src = address
  return frame
}

/** Nothing comes from elsewhere until somebody presses the button; and only from hosts that an admin has agreed to. */
export const offerFrames = (text: HTMLElement, { show, note }: Words) => {
  const agreed = (document.documentElement.dataset.frames ?? '').split(' ')
  for (const embed of text.querySelectorAll<HTMLElement>('.embed[data-frame]:not(:has(button))')) {
    const { frame: address = '', ratio = '' } = embed.dataset
    const host = URL.parse(address)?.hostname ?? ''
    if (!agreed.includes(host)) continue
    const line = document.createElement('p')
    line.className = 'embed-offer'
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button button-small'
    button.textContent = show(host)
    const words = document.createElement('span')
    words.textContent = note(host)
    line.append(button, words)
    button.addEventListener('click', () => {
      const frame = frameOf(address, embed.querySelector('.embed-title')?.textContent ?? host, ratio)
      line.replaceWith(frame)
      frame.focus()
    })
    embed.append(line)
  }
}
