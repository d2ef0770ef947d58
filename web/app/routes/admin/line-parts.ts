/** This many are done well within the time a call may take, also on a slow machine. */
export const LINES_AT_ONCE = 40

export interface LinePart {
  text: string
  count: number
}

/** A long text in parts of this many lines that aren't empty; joined with line breaks they are the text again. */
export const partsOf = (text: string, size = LINES_AT_ONCE): LinePart[] => {
  const parts: LinePart[] = []
  let lines: string[] = []
  let count = 0
  for (const line of text.split(/\r?\n/)) {
    lines.push(line)
    if (line.trim() !== '') count++
    if (count < size) continue
    parts.push({ text: lines.join('\n'), count })
    lines = []
    count = 0
  }
  if (lines.length > 0 && count > 0) parts.push({ text: lines.join('\n'), count })
  return parts
}
