import type { Words } from '@askwell/contract/text.ts'

// In the browser there is one language at a time: a new one comes with a new page.
let kept: Words = {}
export const keepWords = (words: Words) => {
  kept = words
}
export const keptWords = () => kept
