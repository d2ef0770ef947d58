import type { VoteStatus } from '@askwell/contract/shapes.ts'
import { intents } from './intents.ts'

export interface Votes {
  vote_count: number
  vote_status: VoteStatus
}

const worth = (status: VoteStatus) => (status === 'vote_up' ? 1 : status === 'vote_down' ? -1 : 0)

/** The votes as they will be once the form being sent has arrived. */
export const votesAfter = ({ vote_count, vote_status }: Votes, sent: FormData | undefined): Votes => {
  const intent = sent?.get('intent')
  if (intent !== intents.voteUp && intent !== intents.voteDown) return { vote_count, vote_status }
  const next: VoteStatus = sent!.get('is_cancel') === 'true' ? '' : intent
  return { vote_count: vote_count - worth(vote_status) + worth(next), vote_status: next }
}
