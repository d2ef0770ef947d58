import { expect, test } from 'vitest'
import { adviceFor, countLinks } from './advice.ts'

const long = 'I tried for a whole week, and each time the foam was gone after a minute, whatever I poured it into.'
const good = { title: 'Why is there no foam?', content: long, tags: 'foam' }

test.each([
  ['a good question', {}, []],
  ['nothing yet', { title: '', content: '', tags: '' }, []],
  ['a title that asks nothing', { title: 'Foam' }, ['question']],
  ['a question in Chinese', { title: '为什么没有泡沫？' }, []],
  ['a few words', { content: 'It does not work.' }, ['short']],
  ['no tag', { tags: ' ' }, ['tags']],
  ['code as text', { content: `${long}\nconst a = 1;\nfoam(a);\nif (a) {\n}` }, ['code']],
  ['code in a block', { content: `${long}\n\`\`\`js\nconst a = 1;\nfoam(a);\n}\n\`\`\`` }, []],
  ['code in a block of a quote', { content: `${long}\n> \`\`\`\n> const a = 1;\n> foam(a);\n> }\n> \`\`\`` }, []],
  [
    'code in blocks of a list',
    { content: `${long}\n- \`\`\`\n  const a = 1;\n  foam(a);\n  }\n  \`\`\`\n\n10. So:\n\n\t~~~\n\tb();\n\t~~~` },
    [],
  ],
  ['code behind a block', { content: `${long}\n\`\`\`\na\n\`\`\`\nconst a = 1;\nfoam(a);\nif (a) {\n}` }, ['code']],
  ['code that is indented', { content: `${long}\n\n    const a = 1;\n    foam(a);\n    }` }, []],
  ['names of code within sentences', { content: `${long} Is it \`foam();\`\nor \`{}\`\nor \`a => b\`?` }, []],
  ['a picture that a camera named', { content: `${long}\n![IMG_20260101](/uploads/post/a.png)` }, ['alt']],
  ['a picture without words', { content: `${long}\n![](/uploads/post/a.png)` }, ['alt']],
  ['a described picture', { content: `${long}\n![A glass without foam](/uploads/post/a.png)` }, []],
  ['only a picture', { content: 'See:\n![A glass](/uploads/post/a.png)' }, ['picture']],
])('of %s is said %3$j', (_, written, expected) => {
  expect(adviceFor({ ...good, ...written })).toEqual(expected)
})

test('links are those of other sites, each once, and none in code', () => {
  const text =
    'https://a.example [b](https://b.example/x) https://a.example /own https://here.example/y\n```\nhttps://c.example\n```'
  expect(countLinks(text, 'https://here.example')).toBe(2)
})

test('of an answer nothing is said about title, tags and length', () => {
  expect(adviceFor({ content: 'Yes.' })).toEqual([])
})
