/** Works on several at once, a few ahead, and gives the results in the order they came. */
export async function* inOrder<T, R>(
  source: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  ahead: number,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  try {
    for await (const item of source) {
      const result = work(item)
      result.catch(() => {}) // the error is thrown when its turn comes
      begun.push(result)
      if (begun.length > ahead) yield await begun.shift()!
    }
    while (begun.length) yield await begun.shift()!
  } finally {
    await Promise.allSettled(begun)
  }
}
