/** What a reviewer is given of a text before anybody sees it: plain values, so that it may live in a plugin. */
export interface PostForReview {
  /** `profile`: what a member says of themself. */
  object_type: 'question' | 'answer' | 'comment' | 'tag' | 'profile'
  /** It takes the place of a text that is there. */
  is_edit: boolean
  /** Of a tag or a profile the display name; empty for an answer and a comment. */
  title: string
  /** Markdown as it was written, and the HTML made of it. */
  content: string
  html: string
  /** Slugs; of an answer none. */
  tags: readonly string[]
  /** Addresses that the text leads to; of an edit only those that are new. */
  links: readonly string[]
  author: {
    id: number
    rank: number
    /** 1 member, 2 admin, 3 moderator. */
    role_id: number
    approved_question_count: number
    approved_answer_count: number
    approved_comment_count: number
  }
  /** The site's language, and where the post came from. */
  language: string
  user_agent: string
  ip: string
}

/** `approved`: shown at once. `waiting`: for a moderator to decide. `deleted`: never shown. `reason` is for the moderators, in the site's language. */
export interface Judgement {
  verdict: 'approved' | 'waiting' | 'deleted'
  reason?: string
}

/**
 * Looks at each text that somebody but the staff writes, and at the staff's new questions and answers. If it throws or takes too long a post, an edit
 * or a comment waits, and the admins are told. A profile and a new tag can't wait: they are refused unless they are approved.
 */
export interface Reviewer {
  slug_name: string
  review(post: PostForReview): Promise<Judgement> | Judgement
}
