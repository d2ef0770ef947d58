import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Pictures and fonts of the web are compressed in themselves. */
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/

/** Beside each file its compressed forms, as small as they get: made once, sent as they are. Where a form saves nothing there is none. */
export const compressFolder = async (folder: string) => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const bytes = await readFile(path)
      const forms = {
        br: await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
        gz: await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }),
      }
      for (const [ending, form] of Object.entries(forms))
        if (form.length < bytes.length) await writeFile(`${path}.${ending}`, form)
    }),
  )
}
