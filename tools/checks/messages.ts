import type { ESTree } from 'vite'
import { calledName, type Files, isTest, type Module, modules, stringOf, visit } from '../source.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/

/** What a program asks for: `votes.count` for `votes.count_one`, where there is a `votes.count_other` too. */
const asked = (key: string, words: { has(key: string): boolean }) => {
  const base = key.replace(PLURAL, '')
  return words.has(`${base}_one`) && words.has(`${base}_other`) ? base : key
}

/** The words of one language, `area.key` → text. */
export const messagesOf = (files: Files, language: string) =>
  new Map<string, string>(
    [...files].flatMap(([path, text]) => {
      const area = new RegExp(`^locales/${language}/(.+)\\.json$`).exec(path)?.[1]
      return area === undefined
        ? []
        : Object.entries(JSON.parse(text) as Record<string, string>).map(
            ([key, words]) => [`${area}.${key}`, words] as const,
          )
    }),
  )

/** `*` in a key stands for what only the running program knows. */
interface Use {
  key: string
  at: string
}

const matcher = (key: string) =>
  new RegExp(
    `^${key
      .split('*')
      .map((part) => part.replace(/[.\\]/g, '\\$&'))
      .join('.+')}$`,
  )

/** `// words: account.status.* mail.welcome`: keys that are put together at run time, named where that happens. */
const announced = (module: Module & { path: string }): Use[] =>
  module.comments.flatMap(({ text, line }) =>
    (/^[\s*]*words:\s*(.+)$/m.exec(text)?.[1] ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((key) => ({ key, at: `${module.path}:${line}` })),
  )

/** `state_*` for `state_${state}`; what begins with a gap could be anything. */
const patternOf = (node: ESTree.Node | undefined) =>
  node?.type === 'TemplateLiteral' && node.quasis[0]?.value.cooked
    ? node.quasis.map((part) => part.value.cooked).join('*')
    : undefined

/** What an expression can be: `'a'`, `a_${b}`, or `yes ? 'a' : 'b'`. */
const stringsOf = (node: ESTree.Node | undefined): string[] | undefined => {
  if (node?.type !== 'ConditionalExpression') {
    const text = stringOf(node) ?? patternOf(node)
    return text === undefined ? undefined : [text]
  }
  const branches = [stringsOf(node.consequent), stringsOf(node.alternate)]
  return branches.every((branch) => branch !== undefined) ? branches.flat() : undefined
}

/** `ask` of `useText('ask')` and of `textIn(language, 'ask')`. */
const areaOf = (node: ESTree.Node) =>
  node.type === 'CallExpression' && ['useText', 'textIn'].includes(calledName(node.callee) ?? '')
    ? node.arguments.map((argument) => stringOf(argument)).find((text) => text !== undefined)
    : undefined

/** Calls of what `useText('area')` gave, and calls whose key only the running program knows. */
const usesInPage = (module: Module & { path: string }) => {
  const areas = new Map<string, string>()
  visit(module, {
    VariableDeclarator(node) {
      const area = node.init ? areaOf(node.init) : undefined
      if (node.id.type === 'Identifier' && area !== undefined) areas.set(node.id.name, area)
    },
  })
  const uses: Use[] = []
  const unknown: string[] = []
  visit(module, {
    CallExpression(node) {
      const area = node.callee.type === 'Identifier' ? areas.get(node.callee.name) : areaOf(node.callee)
      if (area === undefined) return
      const at = `${module.path}:${module.lineAt(node.start)}`
      const keys = stringsOf(node.arguments[0])
      if (keys) uses.push(...keys.map((key) => ({ key: `${area}.${key}`, at })))
      else unknown.push(at)
    },
  })
  return { uses, unknown }
}

/** Every text in a program that could be a whole key: it begins with the name of an area. */
const fullKeys = (module: Module, areas: Set<string>) => {
  const found: string[] = []
  const note = (text: string | undefined) => {
    if (text !== undefined && areas.has(text.split('.', 1)[0]!)) found.push(text)
  }
  visit(module, {
    Literal: (node) => note(stringOf(node)),
    TemplateLiteral: (node) => note(stringOf(node) ?? patternOf(node)),
  })
  return found
}

/** Words a page asks for and en_US lacks, words nobody asks for, and keys put together at run time without saying which. */
export const messageGaps = (files: Files, reasons: string[]) => {
  const english = messagesOf(files, 'en_US')
  const words = new Set([...english.keys()].map((key) => asked(key, english)))
  const all = modules(files, (path) => /^(contract|server|web|cli|plugins|plugin-kit)\//.test(path) && !isTest(path))
  const inPages = all.filter(({ path }) => path.startsWith('web/')).map((module) => ({ module, ...usesInPage(module) }))
  const areas = new Set([...words].map((key) => key.split('.', 1)[0]!))
  const wanted: Use[] = [
    ...reasons.map((reason) => ({ key: `reasons.${reason}`, at: 'contract/src/reasons.ts' })),
    ...inPages.flatMap(({ uses }) => uses),
    ...all.flatMap(announced),
  ]
  const keys = new Set([...wanted.map(({ key }) => key), ...all.flatMap((module) => fullKeys(module, areas))])
  const patterns = [...keys].filter((key) => key.includes('*')).map(matcher)
  const exists = (key: string) =>
    key.includes('*') ? [...words].some((word) => matcher(key).test(word)) : words.has(key)
  return [
    ...wanted
      .filter(({ key }) => !exists(key))
      .map(({ key, at }) => `${at} asks for ${key}, which locales/en_US lacks`),
    ...[...words]
      .filter((word) => !keys.has(word) && !patterns.some((pattern) => pattern.test(word)))
      .map((key) => `locales/en_US has ${key}, which nobody asks for`),
    ...inPages.flatMap(({ module, unknown }) =>
      announced(module).length
        ? []
        : unknown.map((at) => `${at} puts a key together; name what it can be in a comment "words: …"`),
    ),
  ]
}

const placeholders = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!))
const pluralsOf = (language: string) =>
  new Intl.PluralRules(language.replace('_', '-')).resolvedOptions().pluralCategories

/** Where another language differs from en_US in keys, plural forms or placeholders. */
export const localeGaps = (files: Files) => {
  const english = messagesOf(files, 'en_US')
  const languages = new Set([...files.keys()].flatMap((path) => /^locales\/([^/]+)\/.+\.json$/.exec(path)?.[1] ?? []))
  return [...languages].flatMap((language) => {
    const words = messagesOf(files, language)
    const expected = new Set(
      [...english.keys()].flatMap((key) =>
        asked(key, english) === key ? [key] : pluralsOf(language).map((form) => `${asked(key, english)}_${form}`),
      ),
    )
    const allowed = (key: string) => placeholders(english.get(`${asked(key, english)}_other`) ?? english.get(key) ?? '')
    return [
      ...[...expected].filter((key) => !words.has(key)).map((key) => `locales/${language} lacks ${key}`),
      ...[...words.keys()]
        .filter((key) => !expected.has(key))
        .map((key) => `locales/${language} has ${key}, which en_US doesn't have`),
      ...[...words].flatMap(([key, text]) => {
        const [here, there] = [placeholders(text), allowed(key)]
        // "one answer" may leave out its number, and of "1 to 20 of 300" whatever one would not say; the other forms may not.
        const missing = /_(zero|one|two)$/.test(key) ? [] : [...there].filter((name) => !here.has(name))
        const strange = [...here].filter((name) => !there.has(name))
        return [
          ...missing.map((name) => `locales/${language} ${key} lacks {{${name}}}`),
          ...strange.map((name) => `locales/${language} ${key} has {{${name}}}, which nobody fills in`),
        ]
      }),
    ]
  })
}
