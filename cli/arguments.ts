import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { readConfig } from '@askwell/server/config.ts'
import { Problem } from './problem.ts'

/** Flags of every command: which site it is about. */
const SITE = { data: { type: 'string' }, database: { type: 'string' } } as const
export const SITE_USAGE = `  --data DIR            the site's folder (ASKWELL_DATA, ./data)
  --database URL        postgres://… or sqlite:PATH (ASKWELL_DATABASE; else as the site was set up)`

type Values = Record<string, string | boolean | undefined>

/** A command's own flags, what stands beside them, and the settings of the site it is about. */
export const readArguments = (args: string[], options: ParseArgsOptionsConfig, beside: string[] = []) => {
  let parsed: { values: Values; positionals: string[] }
  try {
    parsed = parseArgs({ args, options: { ...SITE, ...options }, allowPositionals: true })
  } catch (error) {
    throw new Problem((error as Error).message)
  }
  const { values, positionals } = parsed
  if (positionals.length !== beside.length)
    throw new Problem(
      beside.length
        ? `Wanted: ${beside.join(' ')}; given: ${positionals.join(' ') || 'nothing'}.`
        : `Nothing belongs behind the flags, but there is "${positionals.join(' ')}".`,
    )
  const site = Object.keys(SITE).flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}=${String(values[name])}`],
  )
  return { values, positionals, config: readConfig(site, process.env) }
}
