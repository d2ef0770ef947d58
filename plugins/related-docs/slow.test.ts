import type { Kit, WidgetAsked } from '@askwell/plugin-kit'
import { expect, test } from 'vitest'
import relatedDocs from './index.ts'

const QUESTION: WidgetAsked = {
  place: 'question',
  language: 'en_US',
  post: { object_type: 'question', object_id: '1', title: 'How warm are ovens?', tags: ['ovens'] },
}

test('a list that takes long is there for the next question, and nobody waits for it longer than the site would', async () => {
  const list = Promise.withResolvers<Response>()
  const kit = {
    config: { index: 'https://docs.example.org/pages.json' },
    language: 'en_US',
    fetch: () => list.promise,
  } as unknown as Kit
  const began = Date.now()
  await expect(relatedDocs.widget!(QUESTION, kit)).rejects.toThrow('still being read')
  expect(Date.now() - began).toBeGreaterThanOrEqual(1900)
  list.resolve(Response.json([{ title: 'Ovens', url: '/ovens' }]))
  expect(await relatedDocs.widget!(QUESTION, kit)).toMatchObject({
    parts: [{ links: [{ title: 'Ovens', to: 'https://docs.example.org/ovens' }] }],
  })
})
