import { readDraft, removeDraft } from './draft-storage.ts'
import { noteDropped, sendDroppedDrafts } from './dropped-drafts.ts'

export const listeners = new Map<string, Set<() => void>>()

/** Nowhere is it any more; its form isn't told. */
export const forgetDraft = (name: string) => {
  const stored = readDraft(name)
  if (stored) noteDropped(name, stored)
  removeDraft(name)
  void sendDroppedDrafts()
}

/** Once a text has been sent, or isn't wanted any more. If its form is still open, that starts over. */
export const dropDraft = (name: string) => {
  if (typeof window === 'undefined') return
  forgetDraft(name)
  for (const listener of listeners.get(name) ?? []) listener()
}
