/** Where somebody is in a form: in a field, in what stands in its place (an editor’s surface), or on the button beside its draft. */
export type FocusPlace =
  | { field: string; from: number | null; to: number | null }
  | { surfaceOf: string }
  | 'draft'
  | undefined

const isField = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

const BUTTON = '.draft-note button'

export const focusIn = (form: HTMLFormElement | null): FocusPlace => {
  const element = document.activeElement
  if (!form?.contains(element) || !element) return undefined
  const surfaceOf = element.closest('.editor-panes')?.querySelector<HTMLTextAreaElement>(':scope > textarea')
  if (surfaceOf && surfaceOf !== element) return { surfaceOf: surfaceOf.name }
  if (isField(element))
    return { field: element.name || element.id, from: element.selectionStart, to: element.selectionEnd }
  return element.matches(BUTTON) ? 'draft' : undefined
}

/** The same place in a form that was rendered anew. */
export const restoreFocus = (form: HTMLFormElement | null, place: FocusPlace) => {
  if (!form || !place) return
  if (place === 'draft') return form.querySelector<HTMLElement>(BUTTON)?.focus({ preventScroll: true })
  const field = form.elements.namedItem('field' in place ? place.field : place.surfaceOf)
  if (!isField(field)) return
  field.focus({ preventScroll: true })
  if ('surfaceOf' in place) field.setSelectionRange(field.value.length, field.value.length)
  // Not every kind of field has a caret.
  else if (place.from !== null) field.setSelectionRange(place.from, place.to)
}
