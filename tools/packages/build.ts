import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { TOP } from '../source.ts'

const TSC = join(TOP, 'node_modules/.bin/tsc')

/** Makes `dist` of the modules in `sources` and those in `written`: plain JavaScript with its types, for whoever has nothing else of ours. */
export const buildPackage = (
  sources: string,
  dist: string,
  { written = {}, types = [] }: { written?: Record<string, string>; types?: string[] } = {},
) => {
  const source = mkdtempSync(join(tmpdir(), 'askwell-package-'))
  try {
    cpSync(sources, source, { recursive: true })
    for (const [name, text] of Object.entries(written)) writeFileSync(join(source, name), text)
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      module: 'NodeNext',
      strict: true,
      noUncheckedIndexedAccess: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      types,
      typeRoots: [join(TOP, 'node_modules/@types')],
      rootDir: '.',
      outDir: dist,
    }
    writeFileSync(
      join(source, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts'], exclude: ['*.test.ts'] }),
    )
    writeFileSync(join(source, 'package.json'), JSON.stringify({ type: 'module' }))
    rmSync(dist, { recursive: true, force: true })
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
    execFileSync(TSC, ['-p', source], { stdio: 'inherit', env: { ...process.env, PATH } })
    // The compiler leaves these as they are in types; not everybody may import what ends in .ts.
    for (const path of globSync(`${dist}/*.d.ts`))
      writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
}
