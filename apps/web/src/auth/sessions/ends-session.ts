import { answerOf } from '../../trpc.ts'

/**
 * Whether a failed user fetch ends the session (SPEC §4): an answer that is not OK does. No answer does not, so that a
 * member on a train stays signed in, nor one that only says to come back later.
 */
export function endsSession(error: unknown): boolean {
  const answer = answerOf(error)
  if (!answer || answer.ok || answer.status === 503) return false
  return answer.status !== 429 || !answer.headers.has('retry-after')
}
