/** Where somebody is in a form: in a field, or on the button beside its draft. */
export type FocusPlace = { field: string; from: number | null; to: number | null } | 'draft' | undefined

const isField = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

const BUTTON = '.draft-note button'

export const focusIn = (form: HTMLFormElement | null): FocusPlace => {
  const element = document.activeElement
  if (!form?.contains(element) || !element) return undefined
  if (isField(element))
    return { field: element.name || element.id, from: element.selectionStart, to: element.selectionEnd }
  return element.matches(BUTTON) ? 'draft' : undefined
}

/** The same place in a form that was rendered anew. */
export const restoreFocus = (form: HTMLFormElement | null, place: FocusPlace) => {
  if (!form || !place) return
  if (place === 'draft') return form.querySelector<HTMLElement>(BUTTON)?.focus({ preventScroll: true })
  const field = form.elements.namedItem(place.field)
  if (!isField(field)) return
  field.focus({ preventScroll: true })
  // Not every kind of field has a caret.
  if (place.from !== null) field.setSelectionRange(place.from, place.to)
}
