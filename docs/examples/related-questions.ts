// Goes once round the questions of the last week that nobody has answered, and answers with questions like them.
// ASKWELL_URL=https://… ASKWELL_TOKEN=askwell_… node related-questions.ts
// The token needs the scopes read and write. Run it every few minutes: what it has answered is no longer unanswered.
import { Askwell, Forbidden } from '@askwell/client'

const { ASKWELL_URL: url = '', ASKWELL_TOKEN: token = '' } = process.env
const askwell = new Askwell({ url, token })

// First all of them: the list becomes shorter with each answer.
const unanswered = await Array.fromAsync(askwell.each('questionPage', { order: 'unanswered', in_days: 7 }))
for (const { id, title } of unanswered) {
  const similar = await askwell.call('similarQuestions', { title })
  const helpful = similar.filter((other) => other.id !== id && other.answer_count > 0).slice(0, 3)
  if (helpful.length === 0) continue
  const links = helpful.map((other) => `- #${other.id}`) // a site shows the title
  try {
    await askwell.call('writeAnswer', { question_id: id, content: ['These may help meanwhile:', '', ...links].join('\n') })
    console.log(`answered ${id}`)
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error
    console.error(`${id}: ${error.message}`)
  }
}
