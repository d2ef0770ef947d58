/** What a reviewer gets of a text before anybody sees it: plain values, so that reviewers can be plugins. */
export interface PostForReview {
  /** `profile`: what members say of themselves. */
  object_type: 'question' | 'answer' | 'comment' | 'tag' | 'profile'
  /** It replaces an existing text. */
  is_edit: boolean
  /** For a tag or a profile the display name; empty for an answer and a comment. */
  title: string
  /** Markdown as it was written, and the HTML made of it. */
  content: string
  html: string
  /** Slugs; of an answer none. */
  tags: readonly string[]
  /** Addresses that the text links to; for an edit only the new ones. */
  links: readonly string[]
  author: {
    id: number
    /** Empty of somebody who has no account yet. */
    username: string
    display_name: string
    e_mail: string
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
 * Looks at each text by members who aren't staff, and at new questions and answers by staff. If it throws or takes too long, a post, an edit
 * or a comment waits, and the admins are told. A profile and a new tag can't wait: they are refused unless they are approved.
 */
export interface Reviewer {
  slug_name: string
  review(post: PostForReview): Promise<Judgement> | Judgement
}
