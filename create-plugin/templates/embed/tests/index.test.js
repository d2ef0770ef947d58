import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'

test('a video is shown in a frame, and another address stays a link', () => {
  const shown = plugin.embed(['https://video.example.org/abc', 'https://video.example.org/about/us'], {})
  assert.deepEqual(shown, [{ title: 'Video abc', frame: 'https://player.example.org/abc' }, null])
})
