import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pluginsOf } from '../../plugins.ts'
import { type StallCase, stallCase } from '../case.ts'
import type { Stage } from '../stage.ts'

const API = '/answer/api/v1'
const SLUG = 'ill'
const AT_ONCE = 12
const TIMES = 2

const FAULTS = {
  'never answers': '() => new Promise(() => {})',
  'computes without end': '() => { for (;;); }',
  crashes: '() => process.exit(3)',
  'answers 100 MB': "() => Array.from({ length: 100 }, () => 'x'.repeat(1e6))",
}

interface Place {
  kind: string
  /** The plugin that comes with the site whose place it takes, if there is one. */
  like?: string
  code(act: string): string
  ask(stage: Stage, question: string): Promise<unknown>
}

const posting = (stage: Stage) =>
  stage.attack({
    path: `${API}/question`,
    as: stage.member(),
    body: {
      title: `A question to try ${stage.unlike()}`,
      content: `What a plugin is asked about, ${stage.unlike()}.`,
      tags: [{ slug_name: 'support' }],
    },
  })

/** Where requests wait for plugins. */
const PLACES: Place[] = [
  {
    kind: 'render',
    like: 'chess',
    code: (act) => `{ render: ${act} }`,
    ask: (stage) =>
      stage.attack({
        path: `${API}/post/render`,
        as: stage.member(),
        body: { content: `\`\`\`fen\n${stage.unlike()}\n\`\`\`` },
      }),
  },
  {
    kind: 'captcha',
    like: 'proof-of-work',
    code: (act) => `{ captcha: { challenge: ${act}, verify: ${act} } }`,
    ask: (stage) => stage.attack({ path: `${API}/user/action/record?action=email&scripts=true` }),
  },
  { kind: 'reviewer', like: 'bayes', code: (act) => `{ reviewer: ${act} }`, ask: posting },
  { kind: 'filter', code: (act) => `{ filter: ${act} }`, ask: posting },
  {
    kind: 'widget',
    like: 'related-docs',
    code: (act) => `{ widget: ${act} }`,
    ask: (stage, question) => stage.attack({ path: `/questions/${question}?n=${stage.unlike()}`, as: stage.member() }),
  },
]

const manifestOf = (like: string | undefined) => {
  if (!like) return {}
  const file = readFileSync(join(import.meta.dirname, '../../../plugins', like, 'package.json'), 'utf8')
  const { languages, places } = (JSON.parse(file) as { askwell: { languages?: string[]; places?: string[] } }).askwell
  return { languages, places }
}

const illPlugin = ({ kind, like, code, ask }: Place, [fault, act]: [string, string]): StallCase =>
  stallCase({
    name: `a plugin for ${kind} that ${fault}`,
    limits: 'off',
    async prepare(stage) {
      const plugins = pluginsOf(stage.base, stage.admin.token)
      await plugins.add(SLUG, { kind, manifest: manifestOf(like), code: code(act) })
      const question = await stage.ask(stage.member(), 'A question that plugins are asked about.')
      await plugins.turn(SLUG, true)
      return question
    },
    async play(stage, question) {
      try {
        for (let n = 0; n < TIMES; n++) await stage.together(AT_ONCE, () => ask(stage, question))
      } finally {
        await pluginsOf(stage.base, stage.admin.token).remove(SLUG)
      }
    },
  })

export const cases: StallCase[] = PLACES.flatMap((place) =>
  Object.entries(FAULTS).map((fault) => illPlugin(place, fault)),
)
