/** How many letters have to be added, left out or changed to make one word the other. */
export const distance = (one: string, other: string) => {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let n = 0; n < other.length; n++)
      next.push(Math.min(next[n]! + 1, row[n + 1]! + 1, row[n]! + Number(letter !== other[n])))
    row = next
  }
  return row.at(-1)!
}

/** Nearest to the word first; equally near ones keep their order. */
export const nearest = <T extends { value: string }>(word: string, all: T[]): T[] =>
  all
    .map((one) => ({ one, far: distance(word, one.value) }))
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one)
