/** The first questions of a dump, and all that belongs to them: by the keys that they have there. */
export interface Selection {
  posts: Set<string>
  /** Who wrote, edited or commented on them. */
  members: Set<string>
  tags: Set<string>
}

export const emptySelection = (): Selection => ({ posts: new Set(), members: new Set(), tags: new Set() })
