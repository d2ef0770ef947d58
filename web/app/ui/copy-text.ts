/** As browsers did it before they had a clipboard; they still do where the connection isn't secure. */
const copySelected = (text: string) => {
  const place = document.createElement('textarea')
  place.value = text
  place.readOnly = true
  place.style.position = 'fixed'
  place.style.opacity = '0'
  const before = document.activeElement
  // In an open dialog only what is inside it can be selected.
  ;(document.querySelector('dialog[open]') ?? document.body).append(place)
  place.select()
  try {
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    place.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/** Whether the text is on the clipboard now. */
export const copyText = async (text: string): Promise<boolean> => {
  // Not there without a secure connection, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard)
    try {
      await clipboard.writeText(text)
      return true
    } catch {
      // not allowed: the older way may be
    }
  return copySelected(text)
}
