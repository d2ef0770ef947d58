import { type Files, isTest, modules } from '../source.ts'

// contract ← plugin-kit ← plugins; web and server import only those two; server ← cli; nobody imports tests or tools.
const MAY_SEE: Record<string, string[]> = {
  contract: [],
  client: ['contract'],
  'plugin-kit': ['contract'],
  'create-plugin': [],
  plugins: ['plugin-kit'],
  web: ['contract', 'plugin-kit'],
  server: ['contract', 'plugin-kit'],
  cli: ['contract', 'server', 'create-plugin'],
  e2e: ['contract'],
  bench: ['contract', 'e2e'], // how people fill a site is written once
  tools: ['contract', 'server', 'web'],
}

/** Where pages and server meet: the part of the server that serves the built pages may import this, and nothing else of theirs. */
const MEETING_PLACE = 'web/context.ts'
const servesPages = (path: string) => path.startsWith('server/src/http/')

/** Other sides that tests of the server and journeys both speak with; they know nothing of ours themselves. */
const OTHER_SIDES = [
  'push-service',
  'npm-pack',
  'ldap-server',
  'saml-provider',
  'ollama',
  'webdav-server',
  'wordpress',
  'zendesk',
  'answer-site',
].map((name) => `server/test/${name}.ts`)

const packageOf = (path: string) => path.split('/', 1)[0]!
const isOurs = (path: string) => packageOf(path) in MAY_SEE

/** `plugins/github`: plugins don't know each other. */
const plugin = (path: string) => path.split('/', 2).join('/')

/** Imports from one package into another that it must not know. */
export const wrongPackages = (files: Files) =>
  modules(files, (path) => isOurs(path)).flatMap(({ path, imports }) =>
    imports.flatMap(({ target, line, typeOnly }) => {
      const from = packageOf(path)
      const complain = (why: string) => [`${path}:${line} imports ${target}: ${why}`]
      if (!isOurs(target)) {
        const isAllowed =
          /^typebox(\/|$)/.test(target) ||
          (typeOnly && (target === 'markdown-it' || target.startsWith('locales/en_US/')))
        if (from === 'contract' && !isTest(path) && !isAllowed && !target.startsWith('contract/'))
          return complain('the contract imports only the schema library, and the types of messages and of Markdown')
        return []
      }
      const to = packageOf(target)
      if (from === 'plugins' && to === 'plugins' && plugin(path) !== plugin(target))
        return complain("plugins don't know each other")
      if (from === to) return []
      if (from === 'server' && to === 'web')
        return servesPages(path) && target === MEETING_PLACE
          ? []
          : complain(`only http/ may know of the pages, and only ${MEETING_PLACE}`)
      if (from === 'e2e' && OTHER_SIDES.includes(target)) return []
      if (from === 'e2e' && to === 'contract')
        return typeOnly ? [] : complain('journeys take only types from the contract; for the rest they speak HTTP')
      return MAY_SEE[from]!.includes(to) ? [] : complain(`${from} must not know ${to}`)
    }),
  )
