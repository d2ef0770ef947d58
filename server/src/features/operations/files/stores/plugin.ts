import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { AnswerOf, CallName, GivenTo } from '../../../../lib/plugin-ports/ports.ts'
import type { Asking } from '../../../../lib/plugin-ports/running.ts'
import { PIECE_BYTES } from '../../../../lib/plugin-ports/upload-store.ts'
import { StoreProblem } from '../../../../lib/store-problem.ts'
import { type Content, type Store, UPLOAD_PATH } from './store.ts'

const REMOVED_AT_ONCE = 100

async function* piecesOf(content: Content) {
  if ('path' in content) return yield* createReadStream(content.path, { highWaterMark: PIECE_BYTES })
  for (let at = 0; at < content.bytes.length; at += PIECE_BYTES) yield content.bytes.subarray(at, at + PIECE_BYTES)
}

const sizeOf = async (content: Content) => ('path' in content ? (await stat(content.path)).size : content.bytes.length)

/** What a plugin keeps; without plugins around, as in some commands, it can't be reached. */
export const storeOf = (plugins: Pick<Asking, 'ask'> | undefined, slug_name: string): Store => {
  if (!slug_name) throw new StoreProblem('error.store.none')
  if (!plugins) throw new StoreProblem('error.store.no_plugins', { plugin: slug_name })
  const ask = async <C extends CallName>(name: C, given: GivenTo<C>): Promise<AnswerOf<C>> => {
    try {
      return await plugins.ask(slug_name, name, given)
    } catch (error) {
      throw new StoreProblem('error.store.failed', { plugin: slug_name, why: (error as Error).message }, error)
    }
  }
  /** It is asked for the next piece once the one before has been sent on. */
  async function* read(path: string, start: number, end: number) {
    for (let at = start; at <= end; at += PIECE_BYTES) {
      const last = Math.min(end, at + PIECE_BYTES - 1)
      const piece = Buffer.from((await ask('upload_store.read', { path, start: at, end: last })).base64, 'base64')
      if (piece.length !== last - at + 1)
        throw new StoreProblem('error.store.failed', { plugin: slug_name, why: `${path} became shorter` })
      yield piece
    }
  }
  return {
    async put(path, content, type) {
      const id = randomUUID()
      try {
        await ask('upload_store.begin', { id, path, bytes: await sizeOf(content), type })
        for await (const piece of piecesOf(content))
          await ask('upload_store.piece', { id, base64: Buffer.from(piece as Buffer).toString('base64') })
      } catch (error) {
        await ask('upload_store.end', { id, complete: false }).catch(() => {}) // what happened first is what is told
        throw error
      }
      await ask('upload_store.end', { id, complete: true })
      if ('path' in content) await rm(content.path, { force: true })
    },
    async open(path, range) {
      const found = await ask('upload_store.find', { path })
      if (!found) return undefined
      const [start, end] = [range?.start ?? 0, Math.min(range?.end ?? found.bytes - 1, found.bytes - 1)]
      return { bytes: Math.max(0, end - start + 1), content: Readable.from(read(path, start, end)) }
    },
    find: async (path) => (await ask('upload_store.find', { path }))?.bytes,
    async remove(paths) {
      for (let at = 0; at < paths.length; at += REMOVED_AT_ONCE)
        await ask('upload_store.remove', { paths: paths.slice(at, at + REMOVED_AT_ONCE) })
    },
    async *list() {
      for (let from: string | undefined; ;) {
        const { files, next } = await ask('upload_store.list', from === undefined ? {} : { from })
        yield files.filter(({ path }) => UPLOAD_PATH.test(path))
        if (next === undefined) return
        if (next === from)
          throw new StoreProblem('error.store.failed', { plugin: slug_name, why: 'its list goes round in circles' })
        from = next
      }
    },
  }
}
