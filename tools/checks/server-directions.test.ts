import { expect, test } from 'vitest'
import { featureCircles, seventhKinds, wrongDirections } from './server-directions.ts'

const SRC = 'server/src/'
const files = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([path, text]) => [SRC + path, text]))
const service = {
  'features/users/service.ts': 'export const rename = (app, actor) => 1\nexport async function note(tx, id) {}',
}
const found = (path: string, code: string) =>
  wrongDirections(files({ ...service, [path]: code })).filter((line) => line.startsWith(SRC + path))

test.each([
  ['lib/slug.ts', `import { connect } from '../db/connect.ts'`, 'lib must not know db'],
  ['db/page.ts', `import { emit } from '../events/events.ts'`, 'db must not know events'],
  ['db/page.ts', `import { findUser } from '../features/users/queries.ts'`, 'db must not know features'],
  ['events/jobs.ts', `import { perform } from '../http/api.ts'`, 'events must not know http'],
  ['http/api.ts', `import { rename } from '../features/users/service.ts'`, 'http must not know features'],
  ['features/votes/service.ts', `import type { Call } from '../../http/api.ts'`, 'service must not know http'],
  ['features/votes/queries.ts', `import type { Tx } from '../../events/events.ts'`, 'queries must not know events'],
  ['features/votes/policy.ts', `import { findVote } from './queries.ts'`, "policy doesn't look at queries"],
  ['features/votes/queries.ts', `import { setVote } from './service.ts'`, "queries doesn't look at service"],
  ['features/votes/service.ts', `import { routes } from '../users/routes.ts'`, 'not its routes'],
  ['features/votes/service.ts', `import { greet } from '../users/effects.ts'`, 'not its effects'],
  [
    'features/votes/service.ts',
    `import { note, rename } from '../users/service.ts'`,
    'rename would open a transaction of its own',
  ],
  ['features/votes/queries.ts', `import { note } from '../users/service.ts'`, 'not its service'],
  ['features/votes/service.ts', `import { createApp } from '../../app.ts'`, 'that file stands above all rooms'],
])('%s may not say: %s', (path, code, why) => expect(found(path, code)).toEqual([expect.stringContaining(why)]))

test.each([
  ['features/votes/routes.ts', `import type { Api } from '../../http/api.ts'\nimport { setVote } from './service.ts'`],
  [
    'features/votes/service.ts',
    `import type { App } from '../../events/events.ts'\nimport { note } from '../users/service.ts'\nimport { lockPost } from '../posts/queries.ts'\nimport { canVote } from './policy.ts'`,
  ],
  ['features/votes/views.ts', `import type { App } from '../../events/events.ts'`],
  ['features/votes/effects.ts', `import { note } from '../users/service.ts'`],
  ['features/votes/votes.test.ts', `import { rename } from '../users/service.ts'`],
  ['http/api.ts', `import { findSession } from '../features/accounts/queries.ts'`],
  ['events/events.ts', `import type { Config } from '../config.ts'`],
  ['app.ts', `import { routes } from './features/votes/routes.ts'`],
])('%s may say: %s', (path, code) => expect(found(path, code)).toEqual([]))

test('a feature has six kinds of files and no seventh', () => {
  expect(
    seventhKinds(
      files({
        'features/votes/tally.ts': '',
        'features/votes/service.ts': '',
        'features/votes/votes.test.ts': '',
        'features/search/sqlite.ts': '',
      }),
    ),
  ).toEqual([expect.stringContaining('features/votes/tally.ts')])
})

test('files of features that import each other in a circle are found', () => {
  const circle = {
    'features/a/views.ts': `import { b } from '../b/views.ts'`,
    'features/b/views.ts': `import { c } from '../c/queries.ts'`,
    'features/c/queries.ts': `import { a } from '../a/views.ts'`,
  }
  expect(featureCircles(files(circle))).toEqual(['a circle: a/views.ts → b/views.ts → c/queries.ts → a/views.ts'])
  expect(featureCircles(files({ ...circle, 'features/c/queries.ts': '' }))).toEqual([])
})
