import { type RefObject, useEffect, useState } from 'react'

export type View = 'write' | 'both' | 'preview'

const KEY = 'askwell_editor_view'

/** Whether text and preview have sixty characters each side by side, perhaps over the whole width of the page (editor.css). */
const isRoomy = (panes: HTMLElement) => {
  const place = panes.closest<HTMLElement>('.page-two') ?? panes
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(place)
  const wanted = panes.querySelector<HTMLElement>('.editor-measure')!.offsetWidth
  return place.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) >= wanted
}

const remembered = () => {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}
const remember = (view: View) => {
  try {
    window.localStorage.setItem(KEY, view)
  } catch {
    // It is chosen again the next time.
  }
}

/** One writes, or sees the preview, or both where there is room; whether one wants both is remembered on the device. */
export function useView(panes: RefObject<HTMLElement | null>) {
  const [view, setView] = useState<View>('write')
  const [roomy, setRoomy] = useState(false)
  useEffect(() => {
    if (remembered() === 'both') setView('both')
    const look = () => setRoomy(isRoomy(panes.current!))
    look()
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [panes])
  return {
    view: view === 'both' && !roomy ? 'write' : view,
    roomy,
    choose(next: View) {
      setView(next)
      if (next !== 'preview') remember(next)
    },
  }
}
