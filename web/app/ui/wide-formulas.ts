const FORMULAS = '.katex-display, p:has(> .katex)'

const watched = new WeakSet<HTMLElement>()

/** A formula that is wider than its text is reached and moved by keyboard, as code is: whichever that is at this width, once its letters are there. */
export const reachWideFormulas = (root: HTMLElement) => {
  const look = () => {
    for (const formula of root.querySelectorAll<HTMLElement>(FORMULAS))
      if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0
      else formula.removeAttribute('tabindex')
  }
  void document.fonts.ready.then(look)
  // A text that changes, as a preview does, comes here again.
  if (watched.has(root)) return
  watched.add(root)
  new ResizeObserver(look).observe(root)
}
