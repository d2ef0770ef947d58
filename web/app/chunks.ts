import { type FunctionComponent, lazy, startTransition } from 'react'
import { CHUNK_LOAD_TIMEOUT } from '@askwell/contract/limits.ts'

// Scripts that come later: of pages that one goes on to, and of what a press opens. After the site was renewed those of an open page may be gone.

/** Hears where a whole page has what didn't come; without an address it is the page that one is going to. */
type Listener = (address?: string) => void

let failed = false
const listeners = new Set<Listener>()
const tell: Listener = (address) => {
  for (const listener of listeners) listener(address)
}

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
    tell()
    return new Promise(() => {})
  }
}

/**
 * What a press opens is fetched with the first such press; the page stays as it is until it is there, words and all.
 * Where it can't be fetched the page stays, too, with all that was typed in it: the person decides whether to load what the press leads to without scripts.
 */
export const onDemand = <Part>(fetched: Promise<Part>, href: string, show: (part: Part) => void) =>
  void fetched.then(
    (part) => startTransition(() => show(part)),
    () => tell(href),
  )

/** A part of a page. Where its script doesn't come, it stays as the server drew it, and its forms work as they do without scripts. */
export const lazyPart = <Module, Props>(
  fetch: () => Promise<Module>,
  pick: (module: Module) => FunctionComponent<Props>,
) =>
  lazy(async () => {
    const module = await fetch().catch(() => {
      tell(location.pathname + location.search + location.hash) // nobody was going anywhere, so who stays needs no page rendered again
      return new Promise<never>(() => {})
    })
    return { default: pick(module) }
  })

/** From then on links are left to the browser, which loads whole pages. */
export const hasFailed = () => failed

export const onFailure = (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
