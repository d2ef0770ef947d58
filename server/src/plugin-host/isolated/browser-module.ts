import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { PluginPackage } from './package-files.ts'
import { placeOfSyntaxError } from './syntax-error.ts'

const READ_MS = 10_000
const READING = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--input-type=module', '--eval']

/** What a module imports, and what it exports if it imports nothing. It isn't run. */
const READ = `import { text } from 'node:stream/consumers'
import { SourceTextModule } from 'node:vm'
const tell = (found) => console.log(JSON.stringify(found))
try {
  const module = new SourceTextModule(await text(process.stdin))
  const imports = module.moduleRequests.map(({ specifier }) => specifier)
  if (imports.length === 0) await module.link(() => {})
  tell({ imports, exports: imports.length ? [] : Reflect.ownKeys(module.namespace) })
} catch ({ message }) {
  tell({ failed: message })
}`

type Read = { imports: string[]; exports: string[] } | { failed: string }

const read = (code: Buffer) =>
  new Promise<Read>((resolve, reject) => {
    const limits = { timeout: READ_MS, env: { NO_COLOR: '1' }, windowsHide: true }
    const reading = execFile(process.execPath, [...READING, READ], limits, (error, said) =>
      error ? reject(error) : resolve(JSON.parse(said) as Read),
    )
    reading.stdin!.on('error', () => {}).end(code) // its end is told above
  })

const problemOf = async (path: string, code: Buffer, folder: string) => {
  const found = await read(code)
  if ('failed' in found) {
    const place = await placeOfSyntaxError(folder, join(folder, path), [])
    return `it can't be loaded: ${place || path}: ${found.failed}`
  }
  if (found.imports.length)
    return `${path} imports ${found.imports.join(', ')}, but browsers get this one file: it has to have all that it needs in it`
  return found.exports.includes('mount') ? undefined : `${path} exports no function mount`
}

/** What keeps the modules of a plugin from running in browsers, where only their readers would see it. `folder`: where it was read from. */
export const problemsOfBrowserModules = async ({ manifest, files }: PluginPackage, folder: string) => {
  const paths = [manifest.module, manifest.dialog].filter(Boolean)
  const problems = await Promise.all(paths.map((path) => problemOf(path, files.get(path)!, folder)))
  return problems.filter((problem) => problem !== undefined)
}
