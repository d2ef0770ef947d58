const TEXTS = ':is(main, dialog[open]) :is(textarea, input:is([type=text], [type=url], [type=email], :not([type])))'
/** Somebody may be in the middle of a text on this page. */
export const holdsText = () =>
  [...document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(TEXTS)].some(({ value }) => value.trim() !== '')
