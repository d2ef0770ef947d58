import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

interface Entry {
  name: string
  content?: string | Buffer
  type?: 'file' | 'directory' | 'symlink'
  linkname?: string
}

/** Any archive, as others may make it. */
export const archiveOf = async (entries: readonly Entry[]) => {
  const tar = pack()
  for (const { name, content = '', ...header } of entries) tar.entry({ name, ...header }, content)
  tar.finalize()
  return gzipSync(await buffer(tar))
}

/** As `npm pack` makes it: files by their paths in the package. */
export const npmPack = (files: Readonly<Record<string, string>>) =>
  archiveOf(Object.entries(files).map(([path, content]) => ({ name: `package/${path}`, content })))
