import { Problem } from '../../../commands/problem.ts'
import { occupyWork } from '../../../db/pub-sub.ts'
import type { App } from '../../../events/events.ts'

/** One at a time, by the command line and from the page alike: two would bring the same things in twice. */
export class ImportRunning extends Problem {
  constructor() {
    super('An import is running already; wait until it has ended.')
  }
}

/** In this process; the lock of the database keeps the others out. */
const importing = new WeakSet<App>()

export const alone = async <T>(app: App, work: () => Promise<T>) => {
  if (importing.has(app)) throw new ImportRunning()
  importing.add(app)
  try {
    const occupied = await occupyWork(app, 'importing')
    if (!occupied) throw new ImportRunning()
    try {
      return await work()
    } finally {
      await occupied.release()
    }
  } finally {
    importing.delete(app)
  }
}
