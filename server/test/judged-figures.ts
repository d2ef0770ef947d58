import { basename } from 'node:path'
import { refreshStatistics } from '../src/db/dialect.ts'
import { judgeSearches } from './judged-searches.ts'
import { bringIn } from './read-dump.ts'
import { engines, world } from './world.ts'

const told = ({ recall, mrr }: { recall: number; mrr: number }) => `${(recall * 100).toFixed(0)} % / ${mrr.toFixed(2)}`

/** Of searches whose right hit a dump knows: how often it is among the first ten, and how high, beside plain BM25. On PostgreSQL, too, where the tests have one. */
export const printJudged = async (folder: string, say: (line: string) => void) => {
  for (const engine of engines) {
    const w = await world(engine)
    try {
      await bringIn(w.app, folder)
      await w.settle()
      if (engine === 'postgres') await refreshStatistics(w.app.db)
      say(`| ${basename(folder)}, ${engine}: recall@10 / MRR | here | plain BM25 |\n|---|---|---|`)
      for (const { here, plain } of await judgeSearches(w.app, folder))
        if (here.searches) say(`| ${here.name} (${here.searches}) | ${told(here)} | ${told(plain)} |`)
    } finally {
      await w.close()
    }
  }
}
