import { type FunctionComponent, useState } from 'react'
import { lazyPart } from './chunks.ts'
import { useLanguage } from './i18n/text.tsx'
import { useHydrated } from './ui/hydrated.ts'
import { AsRendered } from './ui/raw-html.tsx'

/**
 * A part that shows something and does nothing, such as a chart. Its script is only fetched where the browser renders it itself: on a page that one moved to, or once it shows something else.
 * Such a page waits for it, as it does for its own script.
 */
export const drawnPart = <Module, Props extends object>(
  fetch: () => Promise<Module>,
  pick: (module: Module) => FunctionComponent<Props>,
) => {
  const Part = lazyPart(fetch, pick)
  return function Drawn(props: Props) {
    const { tag } = useLanguage()
    const shown = JSON.stringify([tag, props])
    const hydrated = useHydrated()
    const [rendered] = useState(hydrated ? undefined : shown)
    return typeof window !== 'undefined' && rendered === shown ? (
      <AsRendered />
    ) : (
      <div>
        <Part {...props} />
      </div>
    )
  }
}
