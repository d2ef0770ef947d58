interface Beginning {
  /** For Node, before the name of the program. */
  flags?: string[]
  env: NodeJS.ProcessEnv
}

/** Begins this program again as the same process, for settings that are read only as a process begins. Where the system can't, it goes on as it is. */
export const restart = ({ flags = [], env }: Beginning) =>
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)], env)
