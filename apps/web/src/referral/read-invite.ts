export type Invite = { ref?: string | undefined }

/**
 * The code in a friend's link, as it stands there: what is wrong with it, the server says. Undefined and not left out: the
 * router would hand on what the address holds.
 */
export function readInvite({ ref }: Record<string, unknown>): Invite {
  return { ref: typeof ref === 'string' && ref.trim() ? ref.trim().slice(0, 40) : undefined }
}
