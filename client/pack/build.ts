import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { execFileSync } from 'node:child_process'
import { writtenCalls } from './written-calls.ts'

const CLIENT = resolve(import.meta.dirname, '..')
const TSC = resolve(CLIENT, '../node_modules/.bin/tsc')

/** Makes `dist/`: plain JavaScript with its types, which need nothing else of ours. */
export const buildClient = (dist = join(CLIENT, 'dist')) => {
  const source = mkdtempSync(join(tmpdir(), 'askwell-client-'))
  try {
    cpSync(join(CLIENT, 'src'), source, { recursive: true })
    writeFileSync(join(source, 'calls.ts'), writtenCalls())
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      module: 'NodeNext',
      strict: true,
      noUncheckedIndexedAccess: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      types: [],
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
      writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
}

if (import.meta.main) buildClient()
