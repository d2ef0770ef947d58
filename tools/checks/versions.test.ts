import { expect, test } from 'vitest'
import { wrongVersions } from './versions.ts'

const LOG = '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-24\n\n## [0.1.0] - 2026-11-22\n'
const json = (version: string) => JSON.stringify({ version })
const files = (version: string) =>
  new Map([
    ['server/package.json', json(version)],
    ['plugins/oauth2/package.json', json('1.0.0')],
  ])

test('packages are of the newest version that the changelog tells of', () =>
  expect(wrongVersions(files('0.2.0'), LOG, json('0.2.0'))).toEqual([]))
test('one that isn’t is found', () => {
  expect(wrongVersions(files('0.1.0'), LOG, json('0.2.0'))).toEqual([
    'server/package.json is of version 0.1.0, the newest in CHANGELOG.md is 0.2.0',
  ])
  expect(wrongVersions(files('0.3.0'), LOG, json('0.3.0'))).toHaveLength(2)
})
test('a changelog without a version is none', () =>
  expect(wrongVersions(files('0.1.0'), '## [Unreleased]\n', json('0.1.0'))).toEqual([
    'CHANGELOG.md names no version that is out',
  ]))
