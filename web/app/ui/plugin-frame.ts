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
/** For `mount`, once the frame is there. */
const BEGIN_WITHIN = 20_000

/** What comes from there can be anything. */
type Said = Partial<Record<'height' | 'ready' | 'failed' | 'insert' | 'escape', unknown>> | null

/** What a frame may say. */
interface Hearing {
  ready(): void
  /** Also where it says nothing for too long, as one that isn't there any more. */
  failed(): void
  /** A text that somebody chose in it. */
  insert?(text: string): void
  /** Escape was pressed in it, of which the page around it hears nothing. */
  escape?(): void
}

/** A frame for what a plugin runs in browsers. It belongs to no site: it is told by a port what it is about, and says by that how high it is. */
export const pluginFrame = (address: string, title: string, about: Record<string, string>, hearing: Hearing) => {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer' // the address of the page is nothing for it: there may be a code in it
  frame.src = address
  const begin = () => {
    const { port1, port2 } = new MessageChannel()
    const late = setTimeout(hearing.failed, BEGIN_WITHIN)
    port1.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      const said = data ?? {}
      if (typeof said.height === 'number') frame.style.blockSize = `${Math.min(said.height, MOST_HEIGHT)}px`
      if (said.failed || said.ready) clearTimeout(late)
      if (said.failed) hearing.failed()
      if (said.ready) hearing.ready()
      if (said.escape) hearing.escape?.()
      if (typeof said.insert === 'string') hearing.insert?.(said.insert)
    })
    port1.start()
    onScheme(frame, () => port1.postMessage({ scheme: schemeNow() }))
    const language = document.documentElement.lang.replace('-', '_')
    // It has no origin that could be named.
    frame.contentWindow?.postMessage({ data: about, language, scheme: schemeNow() }, '*', [port2])
  }
  frame.addEventListener('load', begin, { once: true })
  return frame
}
