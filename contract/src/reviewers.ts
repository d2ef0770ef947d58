/** What a reviewer is given of a new post before anybody sees it: plain values, so that it may live in a plugin (domain-facts §10). */
export interface PostForReview {
  object_type: 'question' | 'answer'
  /** Empty for an answer. */
  title: string
  /** Markdown as it was written, and the HTML made of it. */
  content: string
  html: string
  /** Slugs; of an answer none. */
  tags: readonly string[]
  /** Addresses outside the site that the text leads to. */
  links: readonly string[]
  author: {
    id: number
    rank: number
    /** 1 member, 2 admin, 3 moderator. */
    role_id: number
    approved_question_count: number
    approved_answer_count: number
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

/** Looks at each new question and answer. If it throws or takes too long the post waits, and the admins are told. */
export interface Reviewer {
  slug_name: string
  review(post: PostForReview): Promise<Judgement> | Judgement
}
