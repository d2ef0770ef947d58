// What can be added to the editor in the browser. All of it speaks Markdown, whichever face somebody writes in.

/** A text and what is selected in it, counted in UTF-16 units from its beginning. */
export interface EditorText {
  text: string
  from: number
  to: number
}

/** Replaces `from`–`to` by `insert`, then selects `select`, counted from the beginning of the new text. */
export interface EditorChange {
  from: number
  to: number
  insert: string
  select: [number, number]
}

/** One more button at the end of the toolbar. */
export interface EditorButton {
  /** What it does, in the page's language. */
  label: string
  /** One or two characters that stand on it. */
  sign: string
  /** What it changes; null for nothing. It may ask somebody first, in a dialog of its own. */
  press(now: EditorText): EditorChange | null | Promise<EditorChange | null>
}

/** Something that is completed after a sign, at the beginning of a word. */
export interface EditorCompletion {
  /** One to three characters that are no letters, digits or white space. */
  sign: string
  /** What the list is called. */
  label: string
  /** What there is for the letters behind the sign; at most eight are shown. */
  find(typed: string): Promise<{ label: string; note?: string; insert: string }[]>
}

/** What a paste becomes: Markdown, or null to leave it to the next rule and to the editor. `selected` is what it would replace. It must answer at once. */
export type EditorPasteRule = (pasted: { text: string; html: string; selected: string }) => string | null

/** What stands in place of the field, as long as it is there. */
export interface EditorSurface {
  read(): EditorText
  apply(change: EditorChange): void
  focus(): void
  undo?(): void
  redo?(): void
  /** It is taken away. */
  destroy(): void
}

/** An element of the page, where there are pages. */
export type EditorElement = typeof globalThis extends { HTMLElement: { prototype: infer Found } } ? Found : unknown

/** One more face of the editor, beside Markdown and rich text. */
export interface EditorFace {
  label: string
  /** `onChange` is told the whole text after each change. `labelledBy` is the id of what names the field for readers. */
  mount(
    element: EditorElement,
    place: EditorText & { labelledBy: string; onChange(text: string): void },
  ): EditorSurface | Promise<EditorSurface>
}

export interface EditorExtension {
  /** Lower-case letters, digits and `_`. A second one of the same name takes the place of the first. */
  name: string
  buttons?: readonly EditorButton[]
  completions?: readonly EditorCompletion[]
  pastes?: readonly EditorPasteRule[]
  face?: EditorFace
}

/** The event of `document` that an editor sends when it opens; what hears it registers itself. */
export const EDITOR_OPENS = 'askwell:editor'
export interface EditorOpens {
  /** Of the page, as `en_US`. */
  language: string
  /** @returns how to take it away again. */
  register(extension: EditorExtension): () => void
}
