/** The address of "This wasn't me". The token is in the fragment, which browsers send to no server. */
export function toNotMe(publicUrl: string, token: string): string {
  return `${publicUrl}/not-me#${token}`
}
