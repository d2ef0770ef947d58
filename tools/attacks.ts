// `npm run attacks`: all attacks of the lists in all fields of the site, in a browser (e2e/attacks). It takes a good while. `-- e2e/attacks/scripts`: one of its files.
process.env.ASKWELL_E2E_ATTACKS ??= 'all'
if (process.argv.length === 2) process.argv.push('e2e/attacks')
await import('./test.ts')
