import { Plugin, PluginKey } from 'prosemirror-state'
import { Step, StepResult } from 'prosemirror-transform'
import type { KeptText } from './kept-text.ts'

// Which letters the blocks of a document have. Another text in place of it changes that, and undoing has to bring it back.

/** From one reading to another; it changes nothing of the document. */
class ReadingStep extends Step {
  readonly next: KeptText
  private readonly before: KeptText
  constructor(before: KeptText, next: KeptText) {
    super()
    this.before = before
    this.next = next
  }
  apply(doc: KeptText['doc']) {
    return StepResult.ok(doc)
  }
  invert() {
    return new ReadingStep(this.next, this.before)
  }
  map() {
    return this
  }
  toJSON(): never {
    throw new Error('what is known of letters stays in this editor')
  }
}

const key = new PluginKey<KeptText>('reading')

export const readingPlugin = (first: KeptText) =>
  new Plugin<KeptText>({
    key,
    state: {
      init: () => first,
      apply: ({ steps }, now) => steps.findLast((step) => step instanceof ReadingStep)?.next ?? now,
    },
  })

export const readingOf = (state: Parameters<typeof key.getState>[0]) => key.getState(state)!
export const readAs = (before: KeptText, next: KeptText) => new ReadingStep(before, next)
