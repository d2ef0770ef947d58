/** The page numbers to show: the first, the last, and those next to the current one; at either end four in a row. `null` is a gap of two or more. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages]
  if (page <= 3) wanted.push(2, 3, 4)
  if (page > pages - 3) wanted.push(pages - 3, pages - 2, pages - 1)
  const shown = [...new Set(wanted)].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b)
  return shown.flatMap((number, place) => {
    const missing = place === 0 ? 0 : number - shown[place - 1]! - 1
    return missing === 0 ? [number] : missing === 1 ? [number - 1, number] : [null, number]
  })
}
