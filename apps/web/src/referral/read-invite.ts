import { useSearch } from '@tanstack/react-router'

/** Keep a friend's code while a visitor switches between sign-up and log-in. */
export function useInvite(): Invite {
  return readInvite(useSearch({ strict: false }))
}

export type Invite = { ref?: string | undefined }

/**
 * Read the code of an invite link unchanged: the server validates it. Returns undefined explicitly, or the router would
 * keep the unvalidated value.
 */
export function readInvite({ ref }: Record<string, unknown>): Invite {
  return { ref: typeof ref === 'string' && ref.trim() ? ref.trim().slice(0, 40) : undefined }
}
