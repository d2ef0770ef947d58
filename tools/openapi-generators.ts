import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { endpointsByName } from '@askwell/contract/index.ts'
import { openApiDocument } from '@askwell/contract/openapi.ts'
import { run } from './shell.ts'

// Whether generators of clients accept the OpenAPI document without a warning. They want a TypeScript of before version 7
// beside them, so they are no packages of this project: a folder is made for them, and removed.

const PACKAGES = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3']

const folder = mkdtempSync(join(tmpdir(), 'askwell-openapi-'))
const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
const inFolder = async (program: string, ...args: string[]) => {
  const { code, output } = await run(program, args, { cwd: folder, env })
  console.log(`── ${program} ${args.join(' ')}\n${output.trimEnd()}`)
  if (code !== 0 || /\b(warn|warning|error)\b/i.test(output)) throw new Error(`${program} complains`)
}

try {
  const document = openApiDocument(endpointsByName, { title: 'Askwell', version: '1.0.0', url: '/' })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const compilerOptions = { strict: true, module: 'NodeNext', noEmit: true, lib: ['ESNext', 'DOM'], types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['types.ts'] }))
  await inFolder('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES)
  const bin = (name: string) => join(folder, 'node_modules/.bin', name)
  await inFolder(bin('openapi-typescript'), 'openapi.json', '--output', 'types.ts')
  await inFolder(bin('tsc'), '-p', '.')
  await inFolder(bin('openapi-ts'), '--input', 'openapi.json', '--output', 'client')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
