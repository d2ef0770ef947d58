import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders by their inodes: one that was deleted and made again is another. Those whose name begins with a dot are left out, with what is in them. */
const foldersFrom = async (folder: string, found = new Map<string, number>()) => {
  const { ino } = (await stat(folder).catch(() => undefined)) ?? {}
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined)
  if (ino === undefined || !entries) return found
  found.set(folder, ino)
  for (const entry of entries)
    if (entry.isDirectory() && !entry.name.startsWith('.')) await foldersFrom(join(folder, entry.name), found)
  return found
}

interface Following {
  /** How long it has to be quiet before it is told. */
  afterMs: number
  /** Whether the process goes on because of it. */
  persistent?: boolean
  onChange(): void
}

/**
 * Tells when something in a folder, or in a folder below it, has changed. Node's own recursive watcher throws where nobody
 * can catch it once a folder turns into a file; here each folder has a watcher of its own.
 */
export const followFolder = (top: string, { afterMs, persistent = false, onChange }: Following) => {
  const watched = new Map<string, { ino: number; watcher: FSWatcher }>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isOver = false // until somebody looks again

  const leave = (folder: string) => {
    watched.get(folder)?.watcher.close()
    watched.delete(folder)
  }
  const noticed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void lookNow().then(() => isOver || onChange()), afterMs)
    if (!persistent) timer.unref()
  }
  const enter = (folder: string, ino: number) => {
    try {
      const watcher = watch(folder, { persistent }, (_event, name) => {
        if (!name?.startsWith('.')) noticed()
      })
      watcher.on('error', () => leave(folder))
      watched.set(folder, { ino, watcher })
    } catch {
      // It is gone already, or the machine watches no more: found when somebody looks the next time.
    }
  }
  const reconcile = async () => {
    const there = await foldersFrom(top)
    if (isOver) return
    for (const [folder, { ino }] of watched) if (there.get(folder) !== ino) leave(folder)
    for (const [folder, ino] of there) if (!watched.has(folder)) enter(folder, ino)
  }
  const lookNow = () =>
    (looking ??= reconcile().finally(() => {
      looking = undefined
    }))

  return {
    /** Which folders there are by now; they are followed until it is closed. */
    look() {
      isOver = false
      return lookNow()
    },
    close() {
      isOver = true
      clearTimeout(timer)
      for (const folder of watched.keys()) leave(folder)
    },
  }
}
