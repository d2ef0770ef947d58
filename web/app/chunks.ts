import { CHUNK_LOAD_TIMEOUT } from '@askwell/contract/limits.ts'

// Scripts of pages that one goes on to. After the site was renewed those of an open page may be gone.

let failed = false
const listeners = new Set<() => void>()

const withinTime = <T>(loading: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the script did not come in time')), CHUNK_LOAD_TIMEOUT)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** In place of the router's own way (router-chunks.ts). What doesn't come leaves the page as it is: the person decides. */
export const loadChunk = async (address: string): Promise<unknown> => {
  try {
    return await withinTime(import(/* @vite-ignore */ address))
  } catch {
    failed = true
    for (const listener of listeners) listener()
    return new Promise(() => {})
  }
}

/** From then on links are left to the browser, which loads whole pages. */
export const hasFailed = () => failed

export const onFailure = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
