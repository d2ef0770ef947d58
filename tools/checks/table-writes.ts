import { calledName, type Files, isTest, modules, stringOf, visit } from '../source.ts'

const WRITES = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto', 'truncateTable']

/** `content/posts` for a feature's file, `events` for the folder of that name. */
const featureOf = (path: string) =>
  /^server\/src\/(?:features\/([^/]+\/[^/]+)|([^/]+))\//.exec(path)?.slice(1).find(Boolean)

/** The tables of a text of SQL that it changes. */
const written = (sql: string) =>
  [...sql.matchAll(/\b(?:insert\s+into|update(?!\s+set)|delete\s+from|truncate(?:\s+table)?)\s+"?(\w+)"?/gi)].map(
    (match) => match[1]!,
  )

/** Writes to a table from anywhere but the feature that owns it (OWNER in db/tables.ts). db/ builds and moves tables, so it may. */
export const foreignWrites = (files: Files, owner: Record<string, string>) =>
  modules(
    files,
    (path) => /^(server|cli|plugins)\//.test(path) && !isTest(path) && !path.startsWith('server/src/db/'),
  ).flatMap((module) => {
    const found: string[] = []
    const note = (table: string, offset: number) => {
      const at = `${module.path}:${module.lineAt(offset)}`
      if (!(table in owner)) found.push(`${at} writes ${table}, which has no owner`)
      else if (featureOf(module.path) !== owner[table])
        found.push(`${at} writes ${table}, which belongs to ${owner[table]}`)
    }
    visit(module, {
      CallExpression(node) {
        const name = calledName(node.callee)
        if (!name || !WRITES.includes(name)) return
        const table = stringOf(node.arguments[0])
        if (table !== undefined) note(table.split(' ', 1)[0]!, node.start)
        else if (node.callee.type === 'MemberExpression')
          found.push(`${module.path}:${module.lineAt(node.start)} writes a table that is named only at run time`)
      },
      TaggedTemplateExpression(node) {
        if (node.tag.type !== 'Identifier' || node.tag.name !== 'sql') return
        for (const table of written(node.quasi.quasis.map((part) => part.value.cooked ?? '').join(' ')))
          if (table in owner) note(table, node.start)
      },
    })
    return found
  })

/** Tables that exist and that nobody owns, and owners of tables that don't exist. */
export const unownedTables = (files: Files, owner: Record<string, string>) => {
  const tables = modules(files, (path) => path === 'server/src/db/tables.ts').flatMap((module) => {
    const found: string[] = []
    visit(module, {
      TSInterfaceDeclaration(node) {
        if (node.id.name === 'DB')
          for (const user of node.body.body)
            if (user.type === 'TSPropertySignature' && user.key.type === 'Identifier') found.push(user.key.name)
      },
    })
    return found
  })
  return [
    ...tables.filter((table) => !(table in owner)).map((table) => `the table ${table} has no owner in OWNER`),
    ...Object.keys(owner)
      .filter((table) => !tables.includes(table))
      .map((table) => `OWNER names the table ${table}, which doesn't exist`),
  ]
}
