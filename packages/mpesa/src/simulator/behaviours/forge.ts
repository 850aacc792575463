/** `body` as it is if it is text, otherwise as JSON. */
export type Forgery = { url: string; body?: unknown; contentType?: string | undefined }

/** Posts whatever a test likes from the address that true callbacks come from. */
export async function forge({ url, body, contentType = 'application/json' }: Forgery) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType, connection: 'close' },
      body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
      redirect: 'manual',
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { error: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}
