const dark = matchMedia('(prefers-color-scheme: dark)')
const schemeNow = () => {
  const chosen = document.documentElement.dataset.scheme
  return (chosen ? chosen === 'dark' : dark.matches) ? 'dark' : 'light'
}

/** Calls `tell` whenever the page becomes light or dark, for as long as the frame is there. */
const onScheme = (frame: HTMLElement, tell: () => void) => {
  const look = () => {
    if (frame.isConnected) return tell()
    changes.disconnect()
    dark.removeEventListener('change', look)
  }
  const changes = new MutationObserver(look)
  changes.observe(document.documentElement, { attributeFilter: ['data-scheme'] })
  dark.addEventListener('change', look)
}

const MOST_HEIGHT = 20_000

/** What comes from there can be anything. */
type Said = Record<'height' | 'ready' | 'failed' | 'insert', unknown>

/** What a frame may say. */
interface Hearing {
  ready(): void
  failed(): void
  /** A text that somebody chose in it. */
  insert?(text: string): void
}

/** A frame for what a plugin runs in browsers. It belongs to no site: it is told by a port what it is about, and says by that how high it is. */
export const pluginFrame = (address: string, title: string, data: Record<string, string>, hearing: Hearing) => {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = address
  const begin = () => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data: said }: MessageEvent<Said>) => {
      if (typeof said.height === 'number') frame.style.blockSize = `${Math.min(said.height, MOST_HEIGHT)}px`
      if (said.failed) hearing.failed()
      if (said.ready) hearing.ready()
      if (typeof said.insert === 'string') hearing.insert?.(said.insert)
    })
    port1.start()
    onScheme(frame, () => port1.postMessage({ scheme: schemeNow() }))
    const language = document.documentElement.lang.replace('-', '_')
    // It has no origin that could be named.
    frame.contentWindow?.postMessage({ data, language, scheme: schemeNow() }, '*', [port2])
  }
  frame.addEventListener('load', begin, { once: true })
  return frame
}
