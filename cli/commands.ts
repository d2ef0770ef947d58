import type { CommandModule } from 'yargs'

export interface Verb {
  /** As it is written. */
  command: string
  describe: string
  /** Its flags and its function; loaded when it is typed, so that help and completion come at once. */
  load: () => Promise<Pick<CommandModule, 'builder' | 'handler'>>
}

/** Everything that can be done from the command line. */
export const commands: Verb[] = [
  {
    command: 'install',
    describe: 'set up a new site without the browser; where there is one already, nothing happens',
    load: async () => (await import('./commands/install.ts')).install,
  },
  {
    command: 'import <format> <folder> [file]',
    describe: 'bring in a community from elsewhere',
    load: async () => (await import('./commands/import.ts')).importDump,
  },
  {
    command: 'reindex',
    describe: "build the search index afresh, after the site's language has changed",
    load: async () => (await import('./commands/reindex.ts')).reindex,
  },
  {
    command: 'doctor',
    describe: 'hold every count, copy and promise against the facts',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    command: 'backup <file>',
    describe: 'write everything the site is into one file',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  {
    command: 'restore <file>',
    describe: 'make a site out of a backup',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    command: 'export <folder>',
    describe: 'write everything in an open format, JSON and Markdown, into a folder',
    load: async () => (await import('./commands/export.ts')).exportAll,
  },
  {
    command: 'files <act>',
    describe: 'move uploads between the disk and an S3 storage',
    load: async () => (await import('./commands/files.ts')).files,
  },
  {
    command: 'reputation <act>',
    describe: 'add up every reputation again, from votes, acceptances and edits',
    load: async () => (await import('./commands/reputation.ts')).reputation,
  },
  {
    command: 'maintenance <state>',
    describe: 'show everybody but staff that the site is being looked after',
    load: async () => (await import('./commands/maintenance.ts')).maintenance,
  },
  {
    command: 'settings <act> [what] [value]',
    describe: 'read and change settings, or take all of them to a file and back',
    load: async () => (await import('./commands/settings.ts')).settings,
  },
  {
    command: 'make-admin',
    describe: 'add an account that is an admin',
    load: async () => (await import('./commands/accounts.ts')).makeAdmin,
  },
  {
    command: 'set-password <username>',
    describe: 'give a member another password',
    load: async () => (await import('./commands/accounts.ts')).setPassword,
  },
  {
    command: 'set-role <username> <role>',
    describe: 'make a member an admin, a moderator or neither',
    load: async () => (await import('./commands/accounts.ts')).setRole,
  },
  {
    command: 'jobs <act>',
    describe: 'what waits or has failed: list it, try it again, drop it',
    load: async () => (await import('./commands/jobs.ts')).jobs,
  },
  {
    command: 'plugin <act> <folder>',
    describe: 'make a plugin, check it, try it in a site',
    load: async () => (await import('./commands/plugin.ts')).plugin,
  },
  {
    command: 'forget-factors <username>',
    describe: 'let somebody in by password alone who has lost authenticator app, passkeys and recovery codes',
    load: async () => (await import('./commands/forget-factors.ts')).forgetFactors,
  },
  {
    command: 'staff-second-factor <state>',
    describe: 'whether admins and moderators need a second factor',
    load: async () => (await import('./commands/staff-second-factor.ts')).staffSecondFactor,
  },
]

export const nameOf = ({ command }: Verb) => command.split(' ', 1)[0]!
