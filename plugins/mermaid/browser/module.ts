import '@mermaid-js/tiny' // leaves itself as a global, and nothing else
import type { BrowserKit, BrowserElement } from '@askwell/plugin-kit'

interface Mermaid {
  initialize(config: Record<string, unknown>): void
  render(id: string, text: string): Promise<{ svg: string }>
}
const { mermaid } = globalThis as unknown as { mermaid: Mermaid }

/** Draws the text of a block, and again where light becomes dark. */
export const mount = async (element: BrowserElement, kit: BrowserKit) => {
  const draw = async () => {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: kit.scheme === 'dark' ? 'dark' : 'default',
      fontFamily: 'system-ui, sans-serif',
    })
    const { svg } = await mermaid.render('diagram', kit.data.text)
    ;(element as { innerHTML: string }).innerHTML = svg
  }
  kit.onScheme(() => void draw())
  await draw()
}
