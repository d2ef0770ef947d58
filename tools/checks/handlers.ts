import { calledName, type Files, isTest, modules, visit } from '../source.ts'

interface Named {
  name: string
  at: string
}

/** `export const vote = endpoint({ … })` in the contract. */
export const endpoints = (files: Files): Named[] =>
  modules(files, (path) => path.startsWith('contract/src/') && !isTest(path)).flatMap((module) => {
    const found: Named[] = []
    visit(module, {
      VariableDeclarator(node) {
        if (
          node.id.type === 'Identifier' &&
          node.init?.type === 'CallExpression' &&
          calledName(node.init.callee) === 'endpoint'
        )
          found.push({ name: node.id.name, at: `${module.path}:${module.lineAt(node.start)}` })
      },
    })
    return found
  })

/** `api.on(vote, …)` in a feature's routes, under the name the contract gives it. */
const handlers = (files: Files): Named[] =>
  modules(files, (path) => /^server\/src\/features\/.+\/routes\.ts$/.test(path)).flatMap((module) => {
    const found: Named[] = []
    /** What a local name stands for: an import under another name, or each of a list in `for (const one of [a, b])`. */
    const meant = new Map<string, string[]>()
    visit(module, {
      ImportSpecifier: (node) => {
        if (node.imported.type === 'Identifier') meant.set(node.local.name, [node.imported.name])
      },
      ForOfStatement(node) {
        const [one] = node.left.type === 'VariableDeclaration' ? node.left.declarations : []
        if (one?.id.type === 'Identifier' && node.right.type === 'ArrayExpression')
          meant.set(
            one.id.name,
            node.right.elements.flatMap((element) => (element ? (calledName(element) ?? []) : [])),
          )
      },
    })
    visit(module, {
      CallExpression(node) {
        if (calledName(node.callee) !== 'on' || node.callee.type !== 'MemberExpression') return
        const name = node.arguments[0] && calledName(node.arguments[0])
        for (const one of name ? (meant.get(name) ?? [name]) : [])
          found.push({ name: one, at: `${module.path}:${module.lineAt(node.start)}` })
      },
    })
    return found
  })

/** `votes.vote` in the list of all endpoints. */
const listed = (files: Files) => {
  const names = new Set<string>()
  for (const module of modules(files, (path) => path === 'contract/src/index.ts'))
    visit(module, {
      MemberExpression: (node) => {
        names.add(calledName(node) ?? '')
      },
    })
  return names
}

/** Endpoints that are not in the list, that nobody answers or two answer, and answers to what nobody can ask. */
export const unmatchedHandlers = (files: Files) => {
  const asked = endpoints(files)
  const answered = handlers(files)
  const inList = listed(files)
  return [
    ...asked
      .filter(({ name }) => !inList.has(name))
      .map(({ name, at }) => `${at} ${name} is not in contract/src/index.ts`),
    ...asked
      .filter((one, place) => asked.findIndex((other) => other.name === one.name) !== place)
      .map(({ name, at }) => `${at} a second endpoint is called ${name}`),
    ...asked
      .filter(({ name }) => !answered.some((one) => one.name === name))
      .map(({ name, at }) => `${at} nobody answers ${name}`),
    ...answered
      .filter(({ name }) => !asked.some((one) => one.name === name))
      .map(({ name, at }) => `${at} answers ${name}, which is no endpoint of the contract`),
    ...answered
      .filter((one, place) => answered.findIndex((other) => other.name === one.name) !== place)
      .map(({ name, at }) => `${at} answers ${name} a second time`),
  ]
}
