const LONGEST_MS = 15

/** For long work on the thread that answers pages, called between its steps: something to wait for whenever others have waited long enough. */
export const createTurns = () => {
  let began = performance.now()
  return () =>
    performance.now() - began < LONGEST_MS
      ? undefined
      : new Promise<void>((resume) =>
          setImmediate(() => {
            began = performance.now()
            resume()
          }),
        )
}
