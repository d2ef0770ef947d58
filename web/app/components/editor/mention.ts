/** The name being typed after an `@` just before the cursor: letters, digits, underscore, dot, hyphen. */
export function mentionAt(text: string, cursor: number): { from: number; name: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}_.-]{1,30})$/u.exec(text.slice(0, cursor))
  return found ? { from: cursor - found[1]!.length, name: found[1]! } : null
}
