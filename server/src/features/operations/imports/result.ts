// Whatever the source: a thing comes with the key it had there, and is brought in once. Nothing here is an event: it happened elsewhere.

/** What came of a batch; the keys of what couldn't be brought in because what it hangs on isn't there. */
export interface ImportResult {
  added: number
  present: number
  orphans: string[]
}
