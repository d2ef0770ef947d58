import { setFlagsFromString } from 'node:v8'
import { collectGarbage } from './collect-garbage.ts'

/** So many per cent more than is in use, then garbage is collected again. By itself V8 waits until it is twice as much. */
const GROWS = 20
/** V8 decides by itself. */
const AS_USUAL = 0

let working = 0

/**
 * Long work that makes much garbage beside a site that answers: it would heap up 100 MB. How far the heap may grow is decided at each
 * collection, so there is one at the beginning, which takes about a tenth of a second.
 */
export const withSmallHeap = async <T>(work: () => Promise<T>): Promise<T> => {
  if (working++ === 0) {
    setFlagsFromString(`--heap-growing-percent=${GROWS}`)
    collectGarbage()
  }
  try {
    return await work()
  } finally {
    if (--working === 0) setFlagsFromString(`--heap-growing-percent=${AS_USUAL}`)
  }
}
