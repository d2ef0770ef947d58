// Asks a question and waits until somebody answers.
// ASKWELL_URL=https://… ASKWELL_TOKEN=askwell_… node ask-and-wait.ts "Title?" "Text" tag another-tag
// The token needs the scopes read and write.
import { Askwell, fieldsOf } from '@askwell/client'

const { ASKWELL_URL: url = '', ASKWELL_TOKEN: token = '' } = process.env
const [title = '', content = '', ...tags] = process.argv.slice(2)
const askwell = new Askwell({ url, token })

const asked = await askwell
  .call('askQuestion', { title, content, tags: tags.map((slug_name) => ({ slug_name })) })
  .catch((error: unknown) => {
    const wrong = fieldsOf(error, 'askQuestion')
    if (!wrong) throw error
    for (const [field, why] of Object.entries<string>(wrong)) console.error(`${field}: ${why}`)
    process.exit(1)
  })
console.log(`asked ${asked.id}`)

for await (const _ of askwell.changesOf(asked.id)) {
  const { list } = await askwell.call('answerPage', { question_id: asked.id, order: 'created' })
  const [answer] = list
  if (!answer) continue
  console.log(`${answer.user_info.display_name} answers: ${answer.content}`)
  break
}
