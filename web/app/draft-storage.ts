// Drafts on the device, separate from the code that saves them: a reader of a question may delete one and needs no more.

export const KEY = 'askwell_draft:'

export const storage = () => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

export const listeners = new Map<string, Set<() => void>>()

/** Once a text has been sent, or isn't wanted any more. If its form is still open, that starts over. */
export const dropDraft = (name: string) => {
  if (typeof window === 'undefined') return
  storage()?.removeItem(KEY + name)
  for (const listener of listeners.get(name) ?? []) listener()
}
