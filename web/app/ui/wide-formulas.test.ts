import { afterEach, expect, it, vi } from 'vitest'
import { reachWideFormulas } from './wide-formulas.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a text is watched once, however often it changes', async () => {
  const watched: unknown[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (element: unknown) => watched.push(element)
    },
  )
  vi.stubGlobal('document', { fonts: { ready: Promise.resolve() } })
  const text = () => {
    const formula = { scrollWidth: 900, clientWidth: 300, tabIndex: -1 }
    return { formula, root: { querySelectorAll: () => [formula] } as unknown as HTMLElement }
  }
  const [one, other] = [text(), text()]
  reachWideFormulas(one.root)
  await document.fonts.ready
  one.formula.tabIndex = -1 // as in new HTML
  reachWideFormulas(one.root)
  reachWideFormulas(other.root)
  await document.fonts.ready
  expect(watched).toEqual([one.root, other.root])
  expect([one.formula.tabIndex, other.formula.tabIndex]).toEqual([0, 0])
})
