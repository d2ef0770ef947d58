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

const matcher = (key: string) =>
  new RegExp(
    `^${key
      .split('*')
      .map((part) => part.replace(/[.\\]/g, '\\$&'))
      .join('.+')}$`,
  )

/** `state_*` for `state_${state}`: `*` stands for what only the running program knows. */
const patternOf = (node: ESTree.Node | undefined) =>
  node?.type === 'TemplateLiteral' ? node.quasis.map((part) => part.value.cooked).join('*') : undefined

/** What an expression can be: `'a'`, `a_${b}`, or `yes ? 'a' : 'b'`. */
const stringsOf = (node: ESTree.Node | undefined): string[] | undefined => {
  if (node?.type !== 'ConditionalExpression') {
    const text = stringOf(node) ?? patternOf(node)
    return text === undefined ? undefined : [text]
  }
  const branches = [stringsOf(node.consequent), stringsOf(node.alternate)]
  return branches.every((branch) => branch !== undefined) ? branches.flat() : undefined
}

/** `ask` of `useText('ask')`. */
const areaOf = (node: ESTree.Node) =>
  node.type === 'CallExpression' && calledName(node.callee) === 'useText' ? stringOf(node.arguments[0]) : undefined

/** Texts of a program that may be keys, or parts of them: letters enough to be no accident. */
const possibleKeys = (module: Module) => {
  const found: string[] = []
  const note = (text: string | undefined) => {
    if (text !== undefined && /^[\w.*]+$/.test(text) && /[a-z]{3}/.test(text)) found.push(text)
  }
  visit(module, {
    Literal: (node) => note(stringOf(node)),
    TemplateLiteral: (node) => note(stringOf(node) ?? patternOf(node)),
  })
  return found
}

/** What a page asks of each area. A key from a variable may be any text of the page and of the modules it imports. */
const askedInPage = (module: Module, imported: Module[]) => {
  const areas = new Map<string, string>()
  visit(module, {
    VariableDeclarator(node) {
      const area = node.init ? areaOf(node.init) : undefined
      if (node.id.type === 'Identifier' && area !== undefined) areas.set(node.id.name, area)
    },
  })
  const found: string[] = []
  visit(module, {
    CallExpression(node) {
      const area = node.callee.type === 'Identifier' ? areas.get(node.callee.name) : areaOf(node.callee)
      if (area === undefined) return
      const keys = stringsOf(node.arguments[0]) ?? [module, ...imported].flatMap(possibleKeys)
      found.push(...keys.map((key) => `${area}.${key}`))
    },
  })
  return found
}

/** Names that plugins bring: `translatePlugin(language, `${name}_help`)`. */
const askedOfPlugins = (module: Module) => {
  const found: string[] = []
  visit(module, {
    CallExpression(node) {
      if (calledName(node.callee) !== 'translatePlugin') return
      for (const key of stringsOf(node.arguments[1]) ?? []) found.push(`plugins.${key}`)
    },
  })
  return found
}

/** Messages of en_US that nobody asks for. That those exist which are asked for, the types of their keys see to. */
export const unusedMessages = (files: Files, reasons: readonly string[]) => {
  const english = messagesOf(files, 'en_US')
  const words = new Set([...english.keys()].map((key) => asked(key, english)))
  const areas = new Set([...words].map((key) => key.split('.', 1)[0]!))
  const all = modules(files, (path) => /^(contract|server|web|cli|plugins|plugin-kit)\//.test(path) && !isTest(path))
  const byPath = new Map(all.map((module) => [module.path, module]))
  const keys = new Set([
    ...reasons.map((reason) => `reasons.${reason}`),
    ...all
      .filter(({ path }) => path.startsWith('web/'))
      .flatMap((module) =>
        askedInPage(
          module,
          module.imports.flatMap(({ target }) => byPath.get(target) ?? []),
        ),
      ),
    ...all.flatMap((module) => [
      ...possibleKeys(module).filter((text) => areas.has(text.split('.', 1)[0]!)),
      ...askedOfPlugins(module),
    ]),
  ])
  const patterns = [...keys].filter((key) => key.includes('*')).map(matcher)
  return [...words]
    .filter((word) => !keys.has(word) && !patterns.some((pattern) => pattern.test(word)))
    .map((key) => `locales/en_US has ${key}, which nobody asks for`)
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
