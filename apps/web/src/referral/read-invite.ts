export type Invite = { ref?: string | undefined }

/**
 * Read the code of an invite link unchanged: the server validates it. Returns undefined explicitly, or the router would
 * keep the unvalidated value.
 */
export function readInvite({ ref }: Record<string, unknown>): Invite {
  return { ref: typeof ref === 'string' && ref.trim() ? ref.trim().slice(0, 40) : undefined }
}
