import type { EditorElement } from '@askwell/contract/editor-port.ts'

/** An element of the frame's own document, where there are any. */
export type BrowserElement = EditorElement

/**
 * What the browser part of a plugin has of the site. It runs in a frame of its own that belongs to no site: it reaches neither the page around it nor
 * what is stored there, and the network only at the hosts of `connects`.
 */
export interface BrowserKit {
  /** Of a block of code that it draws: its language and its text. */
  data: { language: string; text: string }
  /** Of the page, as `en_US`. */
  language: string
  /** What the page looks like now. */
  scheme: 'light' | 'dark'
  /** Called when that has changed. */
  onScheme(changed: () => void): void
}

/** What the module of a browser part exports. The frame becomes as high as what it puts into the element; what it throws leaves the block code. */
export interface BrowserPart {
  mount(element: BrowserElement, kit: BrowserKit): Promise<void> | void
}
