import { globSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

export const TOP = resolve(import.meta.dirname, '..')

/** Texts by path from the top of the project. The checks see nothing else, so a test can hand them a project of three lines. */
export type Files = Map<string, string>

const PACKAGE_FOLDERS = [
  'contract',
  'client',
  'plugin-kit',
  'create-plugin',
  'plugins',
  'server',
  'web',
  'cli',
  'e2e',
  'bench',
  'tools',
  'locales',
  'docs',
]
const MADE = ['**/node_modules', '{client,plugin-kit,create-plugin}/dist', 'web/build', 'web/.react-router']

/** What is written by hand: code, styles, messages, documents. */
export const readFiles = (top = TOP): Files => {
  const paths = globSync(['*.md', `{${PACKAGE_FOLDERS.join(',')}}/**/*.{ts,tsx,css,json,md}`], {
    cwd: top,
    exclude: MADE,
  })
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(resolve(top, path), 'utf8')]))
}

export const isCode = (path: string) => /\.tsx?$/.test(path)
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('server/test/')

interface Import {
  /** Where it leads: a path of the project, or the name of a package. */
  target: string
  /** Names as the other file exports them. */
  names: string[]
  /** A type import: it doesn't exist at run time. */
  typeOnly: boolean
  line: number
}

export interface Module {
  imports: Import[]
  program: ESTree.Program
  comments: { text: string; line: number }[]
  lineAt: (offset: number) => number
}

const PACKAGES: [RegExp, string][] = [
  [/^@askwell\/(contract|server)\/(.*)$/, '$1/src/$2'],
  [/^@askwell\/(plugin-kit)$/, '$1/src/index.ts'],
  [/^@askwell\/(web|cli)\/(.*)$/, '$1/$2'],
]

const resolved = (from: string, specifier: string) => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  for (const [ours, path] of PACKAGES) if (ours.test(specifier)) return specifier.replace(ours, path)
  return specifier
}

const known = new Map<string, Module>()

/** A file, read as the program it is: comments and strings can't be mistaken for code. */
export const moduleOf = (path: string, text: string): Module => {
  const key = `${path}\n${text}`
  const found = known.get(key)
  if (found) return found
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]!.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const imports: Import[] = []
  const add = (source: string, start: number, names: string[], typeOnly: boolean) =>
    imports.push({ target: resolved(path, source), names, typeOnly, line: lineAt(start) })
  new Visitor({
    ImportDeclaration: (node) =>
      add(
        node.source.value,
        node.start,
        node.specifiers.map((s) =>
          s.type === 'ImportSpecifier' && s.imported.type === 'Identifier'
            ? s.imported.name
            : s.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*',
        ),
        node.importKind === 'type' ||
          (node.specifiers.length > 0 &&
            node.specifiers.every((s) => s.type === 'ImportSpecifier' && s.importKind === 'type')),
      ),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, node.start, [], node.exportKind === 'type')
    },
    ExportAllDeclaration: (node) => {
      add(node.source.value, node.start, ['*'], node.exportKind === 'type')
    },
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') add(String(node.source.value), node.start, ['*'], false)
    },
    TSImportType: (node) => add(node.source.value, node.start, [], true),
  }).visit(program)
  const made = { imports, program, comments: comments.map((c) => ({ text: c.value, line: lineAt(c.start) })), lineAt }
  known.set(key, made)
  return made
}

/** Every module the filter lets through, with its path. */
export const modules = (files: Files, wanted: (path: string) => boolean) =>
  [...files].filter(([path]) => isCode(path) && wanted(path)).map(([path, text]) => ({ path, ...moduleOf(path, text) }))

export const visit = (module: Module, visitor: VisitorObject) => new Visitor(visitor).visit(module.program)

/** The text of a plain string, or of a template without gaps. */
export const stringOf = (node: ESTree.Node | null | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node?.type === 'TemplateLiteral' && node.expressions.length === 0
      ? (node.quasis[0]?.value.cooked ?? undefined)
      : undefined

/** `c` of `a.b.c(…)`, and of `c(…)`. */
export const calledName = (callee: ESTree.Node) =>
  callee.type === 'Identifier'
    ? callee.name
    : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
      ? callee.property.name
      : undefined
