import pTimeout from 'p-timeout'
import { Type } from 'typebox'
import { EmbeddingsProblem, type EmbeddingsService, MOST_DIMENSIONS, vectorsOf } from '../embeddings.ts'
import { PluginWaits } from '../isolated-plugin.ts'
import { call, port, settingName } from './port.ts'
import type { Asking } from './running.ts'

/** What a plugin says at once has at most a megabyte, and a wide vector some eighty thousand letters. */
const TEXTS_A_CALL = 4

export const embedding = port({
  keys: { model: settingName('model', 'text') },
  powers: () => ['embedding'],
  calls: {
    embedding: call<readonly string[]>()(
      30_000,
      Type.Array(Type.Array(Type.Number(), { maxItems: MOST_DIMENSIONS }), { maxItems: TEXTS_A_CALL }),
    ),
  },
})

/** The plugin in the place of a service; its vectors are those of its model. Without such a setting another version may make others. */
export const serviceBy = (plugins: Asking, slug_name: string): EmbeddingsService => {
  const isOn = plugins.having('embedding').includes(slug_name)
  const { model, version } = isOn ? plugins.manifestOf(slug_name) : { model: '', version: '' }
  const named = model ? plugins.configOf(slug_name)[model] : version
  return { url: `plugin:${slug_name}`, model: isOn ? `${slug_name} ${String(named)}` : '', secret: '' }
}

const problemOf = (error: unknown) =>
  error instanceof EmbeddingsProblem
    ? error
    : error instanceof PluginWaits
      ? new EmbeddingsProblem('error.embeddings.too_often')
      : new EmbeddingsProblem('error.embeddings.plugin', { why: (error as Error).message })

/** Vectors of a plugin, or what is wrong with it. */
export const embeddingsBy = async (plugins: Asking, slug_name: string, texts: string[], ms: number) => {
  if (!plugins.having('embedding').includes(slug_name)) throw new EmbeddingsProblem('error.embeddings.plugin_off')
  const found: number[][] = []
  try {
    for (let at = 0; at < texts.length; at += TEXTS_A_CALL) {
      const some = texts.slice(at, at + TEXTS_A_CALL)
      const answer = await pTimeout(plugins.ask(slug_name, 'embedding', some), { milliseconds: ms })
      if (answer.length !== some.length) throw new EmbeddingsProblem('error.embeddings.not_embeddings')
      found.push(...answer)
    }
  } catch (error) {
    throw problemOf(error)
  }
  return vectorsOf(found)
}
