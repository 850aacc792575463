import { useSearch } from '@tanstack/react-router'
import { type Invite, readInvite } from './read-invite.ts'

/** Keep a friend's code while a visitor switches between sign-up and log-in. */
export function useInvite(): Invite {
  return readInvite(useSearch({ strict: false }))
}
