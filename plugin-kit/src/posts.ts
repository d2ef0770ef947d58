/** A question or an answer as everybody may see it; on a private site, as every member may. */
export interface PublicPost {
  object_type: 'question' | 'answer'
  /** 17 digits, as events have it; it never changes. */
  object_id: string
  /** Of the question; that of a question is its own. */
  question_id: string
  /** Of the question, as the tags are: both change with it. */
  title: string
  /** Markdown, as it was written. */
  text: string
  tags: string[]
  /** Null where nobody here has written it, as an import may leave it. All that a deleted member keeps is a number. */
  author: { username: string; display_name: string } | null
  score: number
  /** Unix time, in seconds. */
  created_at: number
  /** When its text or its tags were last changed; Unix time, in seconds. */
  changed_at: number
  /** Where it stands, as a whole address. */
  url: string
}

/** What is asked for, in its order. */
export interface PostsAsked {
  /** `newest`: what has come to the site last comes first. `changed`: by when text or tags were last changed, the longest ago first, but nothing of the last ten seconds. */
  order: 'newest' | 'changed'
  /** With `changed`: nothing that was changed before. Unix time, in seconds. */
  since?: number
  /** Goes on there: `next` of the page before. */
  from?: string
  /** 1 to 20, which it is where nothing is said. */
  limit?: number
}

/** At most 20 posts whose texts have no more than 500,000 characters in all, or one longer than that. */
export interface PostsPage {
  /** Where many in a row may not be seen, there are fewer than asked for, or none. */
  posts: PublicPost[]
  /** For `from`. With `changed` also later: then it goes on with what was changed since. Empty where there has been nothing at all and no `since` was given. */
  next: string
  /** Whether there may be others behind these just now. */
  more: boolean
}

/**
 * Questions and answers that everybody may see, with the permission `read:posts` and an `api` of at least `^1.1.0`. What is deleted, or waits for
 * review, is never among them; what is unlisted comes by its id only. One question after another, and slower where they come without end, as with
 * the storage. Throws where the permission is missing (`the plugin has no permission …`) or what is asked for makes no sense (`limit: …`).
 */
export interface PluginPosts {
  /** By its `object_id`; undefined where there is none that everybody may see. */
  get(object_id: string): Promise<PublicPost | undefined>
  /** What becomes visible again later keeps its place: of that one hears by events. */
  list(asked: PostsAsked): Promise<PostsPage>
}
