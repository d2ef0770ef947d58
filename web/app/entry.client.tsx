import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Words } from '@askwell/contract/text.ts'
import { keepWords } from './words.ts'

// The words come as a file of their own that the browser keeps; the page is drawn with them, so hydration waits for them.
// A page that a guard refused is drawn without the site's data: it has no words to fetch, and stays as it came.
const start = async () => {
  const place = document.documentElement.dataset.words
  if (!place) return
  const { default: words } = (await import(/* @vite-ignore */ place)) as { default: Words }
  keepWords(words)
  startTransition(
    () =>
      void hydrateRoot(
        document,
        <StrictMode>
          <HydratedRouter />
        </StrictMode>,
      ),
  )
}

void start()
