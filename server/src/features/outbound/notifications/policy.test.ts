import { describe, expect, test } from 'vitest'
import { concernedByComment } from './policy.ts'

const [writer, owner, replied, named] = [1, 2, 3, 4]

describe('a comment is told to', () => {
  test.each([
    {
      case: 'the owner of the question',
      to: { replied_to: 0, mentioned_ids: [] },
      told: { [owner]: 'comment_question' },
    },
    {
      case: 'who is replied to, and the owner all the same',
      to: { replied_to: replied, mentioned_ids: [] },
      told: { [replied]: 'reply_to_you', [owner]: 'comment_question' },
    },
    {
      case: 'who is mentioned, and the owner all the same',
      to: { replied_to: 0, mentioned_ids: [named] },
      told: { [named]: 'mention_you', [owner]: 'comment_question' },
    },
    {
      case: 'somebody both replied to and mentioned once, as a reply',
      to: { replied_to: replied, mentioned_ids: [replied] },
      told: { [replied]: 'reply_to_you', [owner]: 'comment_question' },
    },
    {
      case: 'an owner who is mentioned once, as a mention',
      to: { replied_to: 0, mentioned_ids: [owner] },
      told: { [owner]: 'mention_you' },
    },
    {
      case: 'an owner who is replied to once, as a reply',
      to: { replied_to: owner, mentioned_ids: [owner, named] },
      told: { [owner]: 'reply_to_you', [named]: 'mention_you' },
    },
    {
      case: 'nobody who names or answers themself',
      to: { replied_to: writer, mentioned_ids: [writer] },
      told: { [owner]: 'comment_question' },
    },
  ])('$case', ({ to, told }) => {
    expect(
      Object.fromEntries(concernedByComment({ actor_id: writer, post: { kind: 'question', user_id: owner }, ...to })),
    ).toEqual(told)
  })

  test('nobody where one comments on one’s own post', () => {
    expect(
      concernedByComment({
        actor_id: owner,
        post: { kind: 'answer', user_id: owner },
        replied_to: 0,
        mentioned_ids: [],
      }).size,
    ).toBe(0)
  })
})
