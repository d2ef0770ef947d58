/** The longest line in bytes that a plugin's process reads. */
export const READ_BYTES = 4 * 2 ** 20

/** Takes bytes as they come and gives whole lines; one that is longer than `most` bytes ends it. */
export const createLines = (most: number, onLine: (line: string) => void, onTooLong: () => void) => {
  let parts: Buffer[] = []
  let size = 0
  let over = false
  return (chunk: Buffer) => {
    if (over) return
    let rest = chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      if (size + end > most) break
      onLine(Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8'))
      if (over) return
      parts = []
      size = 0
      rest = rest.subarray(end + 1)
    }
    size += rest.length
    if (size > most) {
      over = true
      parts = []
      onTooLong()
    } else if (rest.length) parts.push(rest)
  }
}
