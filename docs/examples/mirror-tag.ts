// Writes all questions of a tag, with their answers, as Markdown files.
// ASKWELL_URL=https://… node mirror-tag.ts tag folder
// Without a token it gets what visitors see; with one (scope read) what its owner sees.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Askwell } from '@askwell/client'

const { ASKWELL_URL: url = '', ASKWELL_TOKEN: token = '' } = process.env
const [tag = '', folder = '.'] = process.argv.slice(2)
const askwell = new Askwell({ url, token })
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

await mkdir(folder, { recursive: true })
for await (const { id } of askwell.each('questionPage', { tag })) {
  const question = await askwell.call('questionInfo', { id })
  const parts = [`# ${question.title}`, `${question.user_info.display_name}, ${day(question.create_time)}`, question.content]
  for await (const answer of askwell.each('answerPage', { question_id: id })) {
    const mark = answer.accepted === 2 ? ' (accepted)' : ''
    parts.push(`## ${answer.user_info.display_name}, ${day(answer.create_time)}${mark}`, answer.content)
  }
  const file = join(folder, `${id}-${question.url_title}.md`)
  await writeFile(file, parts.join('\n\n') + '\n')
  console.log(file)
}
