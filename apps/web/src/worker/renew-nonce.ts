/**
 * A kept page carries the nonce that it came with, in its policy and in its elements. It is opened again and again, so every
 * opening gets one of its own, as if it had come from the server.
 */
export async function renewNonce(page: Response): Promise<Response> {
  const policy = page.headers.get('content-security-policy') ?? ''
  const used = /'nonce-([^']+)'/.exec(policy)?.[1]
  // A page without a policy is none of ours.
  if (!used) return Response.error()
  const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const headers = new Headers(page.headers)
  headers.set('content-security-policy', policy.replaceAll(used, fresh))
  // What is kept has been unpacked.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response((await page.text()).replaceAll(used, fresh), { headers })
}
