import type { Files } from '../source.ts'

/** The newest version in the changelog, those under way aside. */
const newestIn = (changelog: string) => /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m.exec(changelog)?.[1]

const versionIn = (json: string) => (JSON.parse(json) as { version?: string }).version

/** A version that is out is told in the changelog, and all packages but plugins, which have their own, are of it. */
export const wrongVersions = (files: Files, changelog: string, program: string) => {
  const newest = newestIn(changelog)
  if (!newest) return ['CHANGELOG.md names no version that is out']
  const packages = [
    ['package.json', program] as const,
    ...[...files].filter(([path]) => /^[\w-]+\/package\.json$/.test(path)),
  ]
  return packages
    .filter(([, json]) => versionIn(json) !== newest)
    .map(([path, json]) => `${path} is of version ${versionIn(json)}, the newest in CHANGELOG.md is ${newest}`)
}
