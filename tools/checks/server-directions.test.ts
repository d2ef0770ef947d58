import { expect, test } from 'vitest'
import { featureRings, wrongDirections } from './server-directions.ts'

const SRC = 'server/src/'
const files = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([path, text]) => [SRC + path, text]))
const service = {
  'features/users/users/service.ts': 'export const rename = (app, actor) => 1\nexport async function note(tx, id) {}',
}
const found = (path: string, code: string) =>
  wrongDirections(files({ ...service, [path]: code })).filter((line) => line.startsWith(SRC + path))

test.each([
  ['lib/slug.ts', `import { connect } from '../db/connect.ts'`, 'lib must not know db'],
  ['db/page.ts', `import { emit } from '../events/events.ts'`, 'db must not know events'],
  ['db/page.ts', `import { findUser } from '../features/users/users/queries.ts'`, 'db must not know features'],
  ['events/jobs.ts', `import { perform } from '../http/api/perform.ts'`, 'events must not know http'],
  [
    'http/api/perform.ts',
    `import { rename } from '../../features/users/users/service.ts'`,
    'http must not know features',
  ],
  [
    'features/engagement/votes/service.ts',
    `import type { Call } from '../../../http/api.ts'`,
    'service must not know http',
  ],
  [
    'features/engagement/votes/queries.ts',
    `import type { Tx } from '../../../events/events.ts'`,
    'queries must not know events',
  ],
  ['features/engagement/votes/policy.ts', `import { findVote } from './queries.ts'`, "policy doesn't look at queries"],
  ['features/engagement/votes/queries.ts', `import { setVote } from './service.ts'`, "queries doesn't look at service"],
  ['features/engagement/votes/service.ts', `import { routes } from '../../users/users/routes.ts'`, 'not its routes'],
  ['features/engagement/votes/service.ts', `import { greet } from '../../users/users/effects.ts'`, 'not its effects'],
  [
    'features/engagement/votes/service.ts',
    `import { note, rename } from '../../users/users/service.ts'`,
    'rename would open a transaction of its own',
  ],
  ['features/engagement/votes/queries.ts', `import { note } from '../../users/users/service.ts'`, 'not its service'],
  [
    'features/engagement/votes/service.ts',
    `import { createApp } from '../../../app.ts'`,
    'that file stands above all layers',
  ],
])('%s may not say: %s', (path, code, why) => expect(found(path, code)).toEqual([expect.stringContaining(why)]))

test.each([
  [
    'features/engagement/votes/routes.ts',
    `import type { Api } from '../../../http/api.ts'\nimport { setVote } from './service.ts'`,
  ],
  [
    'features/engagement/votes/service.ts',
    `import type { App } from '../../../events/events.ts'\nimport { note } from '../../users/users/service.ts'\nimport { lockPost } from '../../content/posts/queries.ts'\nimport { canVote } from './policy.ts'`,
  ],
  ['features/engagement/votes/views.ts', `import type { App } from '../../../events/events.ts'`],
  ['features/engagement/votes/effects.ts', `import { note } from '../../users/users/service.ts'`],
  ['features/engagement/votes/votes.test.ts', `import { rename } from '../../users/users/service.ts'`],
  ['http/api/perform.ts', `import { findSession } from '../../features/users/sessions/queries.ts'`],
  ['events/events.ts', `import type { Config } from '../config.ts'`],
  ['app.ts', `import { routes } from './features/engagement/votes/routes.ts'`],
])('%s may say: %s', (path, code) => expect(found(path, code)).toEqual([]))

test('a module of a feature that is named after what it does knows no HTTP and no service', () => {
  expect(found('features/engagement/votes/tally.ts', `import { note } from './service.ts'`)).toEqual([
    expect.stringContaining("module doesn't look at service"),
  ])
  expect(found('features/engagement/votes/tally.ts', `import { listVotes } from './queries.ts'`)).toEqual([])
})

test('folders of features that import each other in a ring are found, by types too', () => {
  const ring = {
    'features/x/a/views.ts': `import { b } from '../b/views.ts'`,
    'features/x/b/deep/views.ts': `import type { C } from '../../../y/c/queries.ts'`,
    'features/y/c/policy.ts': `import { a } from '../../x/a/views.ts'`,
  }
  expect(featureRings(files(ring))).toEqual(['a ring of folders: x/a → x/b → y/c → x/a'])
  expect(featureRings(files({ ...ring, 'features/y/c/policy.ts': '' }))).toEqual([])
})
