import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchPageMessages } from './i18n/messages.ts'

// The messages come as files of their own that the browser keeps; the page is rendered with them, so hydration waits for them.
// A page that a guard refused is rendered without the site's data: it has no messages to fetch, and stays as it came.
const start = async () => {
  if (!document.documentElement.dataset.messages) return
  await fetchPageMessages()
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
