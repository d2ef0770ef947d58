import { modules, type Files, visit } from '../source.ts'
import { endpoints } from './handlers.ts'

export const TABLE = 'server/test/matrix/table.ts'

/** `vote` of `'vote: up, an answer': '…'`, for each row of the table. */
const rows = (files: Files) =>
  modules(files, (path) => path === TABLE).flatMap((module) => {
    const found: { name: string; at: string }[] = []
    visit(module, {
      VariableDeclarator(node) {
        if (node.id.type !== 'Identifier' || node.id.name !== 'table' || node.init?.type !== 'ObjectExpression') return
        for (const row of node.init.properties) {
          if (row.type !== 'Property') continue
          const name =
            row.key.type === 'Identifier' ? row.key.name : row.key.type === 'Literal' ? String(row.key.value) : ''
          found.push({ name: name.split(':', 1)[0]!, at: `${module.path}:${module.lineAt(row.start)}` })
        }
      },
    })
    return found
  })

/** Endpoints of which the permission matrix doesn't say who gets what, and rows about no endpoint. */
export const unmatchedRows = (files: Files) => {
  const asked = endpoints(files)
  const said = rows(files)
  return [
    ...asked
      .filter(({ name }) => !said.some((row) => row.name === name))
      .map(({ name, at }) => `${at} ${name} has no row in ${TABLE}: say who gets what`),
    ...said
      .filter(({ name }) => !asked.some((one) => one.name === name))
      .map(({ name, at }) => `${at} speaks of ${name}, which is no endpoint of the contract`),
  ]
}
