/** Long work is done in small steps, and what each step has written stays: if it is stopped between two, it continues when it is started again. */
export interface Doing {
  /** How much of it is done. */
  progress(done: number, total: number, what: string): void
  /** Aborted when it should stop; work that can't stop ignores it. */
  signal: AbortSignal
  /** This process serves others meanwhile: use smaller steps, and leave processors to them. */
  shared: boolean
}

export interface Progress {
  done: number
  total: number
  what: string
}
