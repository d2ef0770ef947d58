import { expect, test } from 'vitest'
import { wrongPackages } from './packages.ts'

const found = (path: string, code: string) => wrongPackages(new Map([[path, code]]))

test.each([
  ['web/app/root.tsx', `import { db } from '@askwell/server/db/connect.ts'`, 'web must not know server'],
  ['web/app/root.tsx', `import { db } from '../../server/src/db/connect.ts'`, 'web must not know server'],
  ['web/app/root.tsx', `const db = await import('../../server/src/db/connect.ts')`, 'web must not know server'],
  ['server/src/app.ts', `import { load } from '@askwell/web/context.ts'`, 'only http/ may know of the pages'],
  [
    'server/src/http/pages/render.ts',
    `import { Ask } from '../../../../web/app/routes/questions/ask.tsx'`,
    'only web/context.ts',
  ],
  ['contract/src/votes.ts', `import { join } from 'node:path'`, 'the contract imports only the schema library'],
  [
    'contract/src/votes.ts',
    `import x from '../../locales/en_US/ui.json'`,
    'the contract imports only the schema library',
  ],
  ['contract/src/votes.ts', `import { db } from '@askwell/server/db/connect.ts'`, 'contract must not know server'],
  ['plugins/github/index.ts', `import { say } from '@askwell/server/lib/messages.ts'`, 'plugins must not know server'],
  ['plugins/github/index.ts', `import { id } from '../gitlab/index.ts'`, "plugins don't know each other"],
  ['e2e/people.ts', `import { vote } from '@askwell/contract/votes.ts'`, 'journeys take only types from the contract'],
  ['server/src/app.ts', `export { x } from '../../tools/start.ts'`, 'server must not know tools'],
])('%s may not say: %s', (path, code, why) => {
  expect(found(path, code)).toEqual([expect.stringContaining(why)])
  expect(found(path, code)[0]).toMatch(new RegExp(`^${path}:1 imports`))
})

test.each([
  ['web/app/root.tsx', `import { vote } from '@askwell/contract/votes.ts'`],
  ['server/src/http/pages/render.ts', `import { load } from '@askwell/web/context.ts'`],
  ['contract/src/votes.ts', `import { Type } from 'typebox'\nimport { id } from './ids.ts'`],
  ['contract/src/message-keys.ts', `import type ui from '../../locales/en_US/ui.json'`],
  ['plugins/github/index.ts', `import { plugin } from '@askwell/plugin-kit'\nimport { x } from './x.ts'`],
  ['e2e/people.ts', `import type { BodyOf } from '@askwell/contract/endpoint.ts'`],
  ['cli/main.ts', `import { app } from '@askwell/server/app.ts'`],
  ['web/app/root.tsx', `// import { db } from '@askwell/server/db/connect.ts'`],
])('%s may say: %s', (path, code) => expect(found(path, code)).toEqual([]))
