import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchPageWords } from './i18n/messages.ts'

// The words come as files of their own that the browser keeps; the page is rendered with them, so hydration waits for them.
// A page that a guard refused is rendered without the site's data: it has no words to fetch, and stays as it came.
const start = async () => {
  if (!document.documentElement.dataset.words) return
  await fetchPageWords()
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
