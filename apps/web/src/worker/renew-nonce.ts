/**
 * Replace the nonce of a cached page in its policy and its elements. A cached page is opened many times, so each
 * opening gets a fresh nonce, as from the server.
 */
export async function renewNonce(page: Response): Promise<Response> {
  const policy = page.headers.get('content-security-policy') ?? ''
  const used = /'nonce-([^']+)'/.exec(policy)?.[1]
  // A page without a policy did not come from this site's server.
  if (!used) return Response.error()
  const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const headers = new Headers(page.headers)
  headers.set('content-security-policy', policy.replaceAll(used, fresh))
  // Cached bodies are already decoded.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response((await page.text()).replaceAll(used, fresh), { headers })
}
