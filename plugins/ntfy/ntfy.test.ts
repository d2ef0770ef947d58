import type { Kit, Notice } from '@askwell/plugin-kit'
import { expect, test } from 'vitest'
import ntfy from './index.ts'

const NOTICE: Notice = {
  id: '1',
  event: 'answers',
  action: 'answer_the_question',
  title: 'Bo answered',
  text: 'How warm?',
  url: 'https://site.example/questions/1',
  language: 'en-GB',
  recipient: { username: 'ann', display_name: 'Ann', settings: { topic: 'quiet' } },
}
const tell = async (status: number, headers: Record<string, string> = {}) => {
  const fetch = () => Promise.resolve(new Response('{}', { status, headers }))
  const kit = { config: { server: 'https://ntfy.example', access_token: '' }, fetch } as unknown as Kit
  await ntfy.notification!(NOTICE, kit)
}

test('a topic that takes nothing is the matter of its member: the channel goes on for the others', async () => {
  await expect(tell(200)).resolves.toBeUndefined()
  await expect(tell(403)).resolves.toBeUndefined()
})

test('a server that asks for patience gets it; one that fails is tried again', async () => {
  await expect(tell(429, { 'retry-after': '90' })).rejects.toMatchObject({ retry_after: 90 })
  await expect(tell(401)).rejects.toThrow('ntfy answered 401')
  await expect(tell(500)).rejects.toThrow('ntfy answered 500')
})
