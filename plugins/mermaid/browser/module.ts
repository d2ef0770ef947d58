import '@mermaid-js/tiny' // leaves itself as a global, and nothing else
import type { BrowserKit } from '@askwell/plugin-kit'

interface Mermaid {
  initialize(config: Record<string, unknown>): void
  render(id: string, text: string): Promise<{ svg: string }>
}
const { mermaid } = globalThis as unknown as { mermaid: Mermaid }

/** Draws the text of a block, and again where light becomes dark. */
export const mount = async (element: HTMLElement, kit: BrowserKit) => {
  const draw = async () => {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: kit.scheme === 'dark' ? 'dark' : 'default',
      fontFamily: 'system-ui, sans-serif',
    })
    const { svg } = await mermaid.render('diagram', kit.data.text)
    element.replaceChildren(...new DOMParser().parseFromString(svg, 'text/html').body.childNodes)
  }
  kit.onScheme(() => void draw())
  await draw()
}
