import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Windows opens no folders; there the file system sees to it. */
const HAS_FOLDERS_TO_FLUSH = process.platform !== 'win32'

/** Flushes a folder: without this a power cut may lose a name, though the file is on the disk. */
const flushFolder = async (folder: string) => {
  if (!HAS_FOLDERS_TO_FLUSH) return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const flushFile = async (path: string) => {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a name to a file whose bytes are on the disk, durably. */
export const renameDurably = async (from: string, to: string) => {
  await rename(from, to)
  await flushFolder(dirname(to))
}

const copyDurably = async (from: string, to: string) => {
  const unfinished = `${to}.unfinished`
  try {
    await copyFile(from, unfinished)
    await flushFile(unfinished)
    await renameDurably(unfinished, to)
  } finally {
    await rm(unfinished, { force: true })
  }
  await rm(from)
}

/** Moves a file, durably, and to another disk if need be; there it only gets its name once it is whole. */
export const moveDurably = async (from: string, to: string) => {
  await flushFile(from)
  await renameDurably(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error
    return copyDurably(from, to)
  })
}

export const renameDurablySync = (from: string, to: string) => {
  renameSync(from, to)
  if (!HAS_FOLDERS_TO_FLUSH) return
  const folder = openSync(dirname(to), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Flushes the parents of new folders, from the first new one on. */
export const flushMade = async (made: string | undefined) => {
  if (made) await flushFolder(dirname(made))
}
