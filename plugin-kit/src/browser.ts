import type { EditorElement } from '@askwell/contract/editor-port.ts'

/** An element of the frame's own document, where there are any. */
export type BrowserElement = EditorElement

/**
 * What the browser part of a plugin has of the site. It runs in a frame of its own that belongs to no site: it reaches neither the page around it nor
 * what is stored there, and the network only at the hosts of `connects`.
 */
export interface BrowserKit {
  /** A block of code that it draws: its language and its text. In a dialog of the editor `text` is what is selected there, and `button` the name of the one that was pressed. */
  data: { text: string; language?: string; button?: string }
  /** Of the page, as `en_US`. */
  language: string
  /** What the page looks like now. */
  scheme: 'light' | 'dark'
  /** Called when that has changed. */
  onScheme(changed: () => void): void
  /** In a dialog of the editor: puts Markdown in the place of what is selected, and closes the dialog. Elsewhere it does nothing. */
  insert(text: string): void
}

/** What the module of a browser part exports. The frame becomes as high as what it puts into the element; what it throws leaves the block code. */
export interface BrowserPart {
  mount(element: BrowserElement, kit: BrowserKit): Promise<void> | void
}
