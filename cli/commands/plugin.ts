import { resolve } from 'node:path'
import { command, configOf, siteFlags } from '../command.ts'
import { createPlugin, KINDS } from 'create-askwell-plugin/src/create-plugin.ts'

const make = (folder: string, kind: string) => {
  createPlugin(folder, kind)
  console.log(`${folder} is a plugin now. Test it with \`npm test\` there, and try it in a site with \`plugin dev\`.`)
}

export const plugin = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('act', { choices: ['new', 'check', 'dev'] as const, demandOption: true, describe: 'what to do' })
      .positional('folder', { type: 'string', demandOption: true, describe: 'of the plugin' })
      .option('kind', { choices: KINDS, default: 'render', describe: 'what a new one begins as' })
      .example('$0 plugin new shout --kind event', 'makes a plugin that works, with a test')
      .example('$0 plugin check shout', 'loads it, and says what a site would refuse')
      .example('$0 plugin dev shout', 'puts it into the site, follows changes, and shows its log')
      .epilogue('docs/plugins.md says what a plugin can be.'),
  async handler({ act, folder: given, kind, ...site }) {
    const folder = resolve(given)
    if (act === 'new') return make(folder, kind)
    if (act === 'dev') {
      const { data } = configOf(site)
      const { developPlugin } = await import('../develop-plugin.ts')
      return developPlugin(folder, data)
    }
    const { checkPlugin } = await import('../check-plugin.ts')
    return checkPlugin(folder)
  },
})
