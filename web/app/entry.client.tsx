import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Words } from '@askwell/contract/text.ts'
import { keepWords } from './words.ts'

// The words come as a file of their own that the browser keeps; the page is drawn with them, so hydration waits for them.
const start = async () => {
  const { default: words } = (await import(/* @vite-ignore */ document.documentElement.dataset.words!)) as { default: Words }
  keepWords(words)
  startTransition(() => void hydrateRoot(document, <StrictMode><HydratedRouter /></StrictMode>))
}

void start()
