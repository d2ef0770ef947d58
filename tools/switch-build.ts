import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ASSETS = 'client/assets'
/** The names that a build has made itself, without those that it keeps for pages of the one before. */
const OWN = 'own-assets.json'

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
const ownOf = (build: string): string[] => {
  const list = join(build, OWN)
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : namesIn(join(build, ASSETS))
}

/**
 * Puts a finished build in the place of the one that is there. A site that runs, and pages that are open, go on asking for the scripts and styles
 * of the former one: their names never come again, so they stay beside the new ones until the next build.
 */
export const switchBuild = (fresh: string, build: string) => {
  const own = namesIn(join(fresh, ASSETS))
  for (const name of ownOf(build)) {
    const former = join(build, ASSETS, name)
    if (!own.includes(name) && existsSync(former)) copyFileSync(former, join(fresh, ASSETS, name))
  }
  writeFileSync(join(fresh, OWN), JSON.stringify(own))
  const former = join(fresh, '..', 'former')
  rmSync(former, { recursive: true, force: true })
  if (existsSync(build)) renameSync(build, former)
  renameSync(fresh, build)
  rmSync(former, { recursive: true, force: true })
}
