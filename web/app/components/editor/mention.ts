/** The name being written after an `@` just before the cursor. Members are found by their display names too, so any letter may stand in it. */
export function mentionAt(text: string, cursor: number): { from: number; name: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}_.-]{1,30})$/u.exec(text.slice(0, cursor))
  return found ? { from: cursor - found[1]!.length, name: found[1]! } : null
}
