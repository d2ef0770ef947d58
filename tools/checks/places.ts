import { calledName, type Files, isTest, modules, visit } from '../source.ts'

const SQL_AT_HOME =
  /^server\/src\/(db\/|events\/(.+\/)?(queries|checks)\.ts$|features\/.+\/(queries|checks)\.ts$|features\/content\/search\/(sqlite|postgres)\.ts$)/

/** SQL as text stands only where all SQL stands, so that everyone who changes a table finds it. */
export const strayedSql = (files: Files) =>
  modules(files, (path) => /^(server|cli|plugins)\//.test(path) && !isTest(path) && !SQL_AT_HOME.test(path)).flatMap(
    ({ path, imports }) =>
      imports
        .filter((one) => one.target === 'kysely' && one.names.includes('sql'))
        .map(({ line }) => `${path}:${line} takes sql from kysely: raw SQL belongs in queries.ts, checks.ts or db/`),
  )

/** HTML goes into the page in one component; that one is looked at hard, and there is no second. */
export const htmlSinks = (files: Files) => {
  const found = modules(files, (path) => /^(web|plugins)\//.test(path) && !isTest(path)).flatMap((module) => {
    const lines: string[] = []
    const note = (offset: number) => lines.push(`${module.path}:${module.lineAt(offset)}`)
    visit(module, {
      JSXAttribute: (node) => {
        if (node.name.type === 'JSXIdentifier' && node.name.name === 'dangerouslySetInnerHTML') note(node.start)
      },
      Property: (node) => {
        if (node.key.type === 'Identifier' && node.key.name === 'dangerouslySetInnerHTML') note(node.start)
      },
      AssignmentExpression(node) {
        if (
          node.left.type === 'MemberExpression' &&
          node.left.property.type === 'Identifier' &&
          ['innerHTML', 'outerHTML'].includes(node.left.property.name)
        )
          note(node.start)
      },
      CallExpression: (node) => {
        if (['insertAdjacentHTML', 'setHTMLUnsafe'].includes(calledName(node.callee) ?? '')) note(node.start)
      },
    })
    return lines
  })
  const sinks = new Set(found.map((at) => at.split(':', 1)[0]))
  return sinks.size > 1 ? found.map((at) => `${at} puts HTML into the page; only one file may`) : []
}

/** Tests left alone or left out: the rest would seem to pass. */
export const focusedTests = (files: Files) =>
  modules(files, isTest).flatMap((module) => {
    const found: string[] = []
    visit(module, {
      MemberExpression(node) {
        if (node.property.type !== 'Identifier' || !['only', 'skip', 'todo', 'fails'].includes(node.property.name))
          return
        const on =
          node.object.type === 'MemberExpression'
            ? calledName(node.object)
            : node.object.type === 'Identifier'
              ? node.object.name
              : undefined
        if (on && ['test', 'it', 'describe', 'journey', 'each'].includes(on))
          found.push(`${module.path}:${module.lineAt(node.start)} ${on}.${node.property.name}`)
      },
    })
    return found
  })

const READS_ENVIRONMENT =
  /^(server\/src\/(config|main)\.ts$|cli\/|docs\/examples\/|tools\/|bench\/|e2e\/|server\/test\/)/

/** Settings are read once, in config.ts; other code gets the ones it needs as arguments. */
export const strayedEnvironment = (files: Files) =>
  modules(files, (path) => !isTest(path) && !READS_ENVIRONMENT.test(path)).flatMap((module) => {
    const found: string[] = []
    visit(module, {
      MemberExpression(node) {
        if (
          node.object.type === 'Identifier' &&
          node.object.name === 'process' &&
          node.property.type === 'Identifier' &&
          node.property.name === 'env'
        )
          found.push(`${module.path}:${module.lineAt(node.start)} reads process.env`)
      },
    })
    return found
  })
