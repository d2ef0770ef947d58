// `npm run races`: each race of server/test/races a hundred times, on both engines. A few of each run in every `npm test`.
process.env.ASKWELL_TEST_RACES ??= '100'
process.argv.push('server/test/races')
await import('./test.ts')
