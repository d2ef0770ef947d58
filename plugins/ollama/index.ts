import { type Kit, plugin, textOf } from '@askwell/plugin-kit'

/** A model that isn't in memory yet has to be read from the disk first. */
const SECONDS = 25

const embed = async (input: readonly string[], { config, fetch }: Kit): Promise<number[][]> => {
  const response = await fetch(`${textOf(config, 'server').replace(/\/+$/, '')}/api/embed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: textOf(config, 'model'), input, truncate: true }),
    seconds: SECONDS,
  })
  const said = (await response.json().catch(() => ({}))) as { embeddings?: number[][]; error?: string }
  if (!response.ok || !said.embeddings) throw new Error(`Ollama answered ${response.status}: ${said.error ?? ''}`)
  return said.embeddings
}

export default plugin({
  async embedding(texts, kit) {
    try {
      return await embed(texts, kit)
    } catch (error) {
      // Wide vectors of several texts can be more than the site takes as one answer.
      if (texts.length === 1 || !/too large/.test((error as Error).message)) throw error
      const vectors: number[][] = []
      for (const text of texts) vectors.push(...(await embed([text], kit)))
      return vectors
    }
  },
})
