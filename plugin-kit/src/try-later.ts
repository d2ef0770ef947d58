/** Thrown where a service asks for patience: the same is tried again after so many seconds (at most an hour), and it counts as no failure. */
export class TryLater extends Error {
  readonly retry_after: number
  constructor(retry_after: number, message: string) {
    super(message)
    this.retry_after = retry_after
  }
}

/** What a service says by `Retry-After`, in seconds; `otherwise` where it doesn't say. */
export const retryAfter = ({ headers }: Pick<Response, 'headers'>, otherwise = 30): number => {
  const said = headers.get('retry-after') ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : otherwise
}
