import type { Kit } from './kit.ts'

/** As libraries say it, each in its own types. */
interface Options {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** The kit's `fetch` for libraries that want one. "Not reachable" alone helps nobody: a failure says which service, and why. */
export const fetchBy =
  ({ fetch }: Pick<Kit, 'fetch'>) =>
  (address: string, { method, headers, body }: Options = {}): Promise<Response> =>
    fetch(address, { method, headers, body: body as URLSearchParams }).catch((error: unknown) => {
      throw new Error(`${new URL(address).host} can't be reached: ${(error as Error).message}`, { cause: error })
    })
