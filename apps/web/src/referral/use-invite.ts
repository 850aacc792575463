import { useSearch } from '@tanstack/react-router'
import { type Invite, readInvite } from './read-invite.ts'

/** A friend's code is kept while a visitor goes back and forth between signing up and logging in. */
export function useInvite(): Invite {
  return readInvite(useSearch({ strict: false }))
}
