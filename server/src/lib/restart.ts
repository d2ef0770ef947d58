interface Beginning {
  /** For Node, before the name of the program. */
  flags?: string[]
  env: NodeJS.ProcessEnv
  /** Behind those it was begun with. */
  more?: string[]
}

/** Begins this program again as the same process, for settings that are read only as a process begins. Where the system can't, it goes on as it is. */
export const restart = ({ flags = [], env, more = [] }: Beginning) =>
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1), ...more],
    env,
  )

/** A process that another one talks with over a channel can't hand that on. */
export const canRestart = () => process.execve !== undefined && process.platform !== 'win32' && !process.channel
