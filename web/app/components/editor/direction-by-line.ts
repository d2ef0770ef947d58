import { type Range, RangeSet } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view'

const auto = Decoration.line({ attributes: { dir: 'auto' } })

const linesOf = ({ state, visibleRanges }: EditorView): DecorationSet => {
  const lines: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) lines.push(auto.range(state.doc.lineAt(at).from))
  return RangeSet.of(lines)
}

/** Each line runs as its own first letter does: an English one from left to right among Arabic ones. */
export const directionByLine = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      lines: linesOf(view),
      update({ docChanged, viewportChanged, view: now }) {
        if (docChanged || viewportChanged) this.lines = linesOf(now)
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
]
