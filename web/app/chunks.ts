import { type FunctionComponent, lazy, startTransition } from 'react'
import { CHUNK_LOAD_TIMEOUT } from '@askwell/contract/limits.ts'
import { isReached, onceReached } from './network.ts'

// Scripts that are loaded later: of the next pages, and of what a press opens. After the site was updated those of an open page may be gone.

/** Called with the address of a page that has what couldn't be loaded; without an address it is the page one is going to. */
type Listener = (address?: string) => void

let failed = false
const listeners = new Set<Listener>()
/** What failed before there was anybody to hear of it: a part of the page may do so before the page has been taken over. */
let untold: { address: string | undefined } | undefined
const tell: Listener = (address) => {
  if (listeners.size === 0) untold = { address }
  for (const listener of listeners) listener(address)
}

class TooSlow extends Error {}

const withinTime = <T>(loading: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlow('the script did not come in time')), CHUNK_LOAD_TIMEOUT)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** A script that doesn't come waits for the connection; where there is one, the script itself is gone. What was waited for that long is given up: asking for it once more could take as long. */
const fetched = <T>(fetch: () => Promise<T>, address?: string) =>
  onceReached(
    () => withinTime(fetch()),
    async (error) =>
      !(error instanceof TooSlow) && typeof window !== 'undefined' && !(await isReached(address ?? location.pathname)),
  )

/** Replaces the router's own way (router-chunks.ts). If loading fails, the page stays as it is: the person decides. */
export const loadChunk = async (address: string): Promise<unknown> => {
  try {
    return await fetched(() => import(/* @vite-ignore */ address), address)
  } catch {
    failed = true
    tell()
    return new Promise(() => {})
  }
}

/**
 * What a press opens is fetched with the first such press; the page stays as it is until it is there, words and all.
 * Where it can't be fetched the page stays, too, with all that was typed in it: the person decides whether to load what the press leads to without scripts.
 */
export const onDemand = <Part>(fetch: () => Promise<Part>, href: string, show: (part: Part) => void) =>
  void fetched(fetch).then(
    (part) => startTransition(() => show(part)),
    () => tell(href),
  )

/** A part of a page. If its script doesn't load, it stays as the server rendered it, and its forms work as without scripts. */
export const lazyPart = <Module, Props>(
  fetch: () => Promise<Module>,
  pick: (module: Module) => FunctionComponent<Props>,
) =>
  lazy(async () => {
    const module = await fetched(fetch).catch(() => {
      tell(location.pathname + location.search + location.hash) // nobody was going anywhere, so the page needn't be rendered again
      return new Promise<never>(() => {})
    })
    return { default: pick(module) }
  })

/** From then on links are left to the browser, which loads whole pages. */
export const isStale = () => failed

export const onFailure = (listener: Listener) => {
  listeners.add(listener)
  if (untold) listener(untold.address)
  untold = undefined
  return () => void listeners.delete(listener)
}
