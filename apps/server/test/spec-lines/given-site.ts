import { createTestApp } from '../../src/testing.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Answer = {
  status: number
  headers: Headers
  text: string
  body: ReturnType<typeof JSON.parse>
}

type Sent = { token?: string; body?: unknown; language?: string }
type Send = (method: Method, path: string, sent?: Sent) => Promise<Answer>
type Told = { status: number; message: string; fieldErrors: Record<string, string[]> | null }

/** Start the whole server on its own port, with calls as the specified browser makes them. */
export async function givenSite() {
  const testApp = await createTestApp()
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 })

  /** Always sends a JSON type and cookies, a bearer token if there is one, and a body only when it has content. */
  const send: Send = async (method, path, { token, body, language } = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      credentials: 'include',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(language ? { 'accept-language': language } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const { status, headers } = response
    return { status, headers, text, body: isJson ? JSON.parse(text) : undefined }
  }

  /** The same call through the typed door: what a refusal says. */
  const ask = async (procedure: string, { body: json, ...sent }: Sent): Promise<Told> => {
    const { status, body } = await send('POST', `/trpc/${procedure}`, { ...sent, body: { json } })
    const { message, data } = body.error.json
    return { status, message, fieldErrors: data.fieldErrors }
  }

  return { ...testApp, address, send, ask, as: (token: string) => callsOf(send, token) }
}

/** The calls of one person that have to succeed: each returns its body. */
function callsOf(send: Send, token: string) {
  const call = async (method: Method, path: string, body?: unknown) => {
    const answer = await send(method, path, { token, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
    patch: (path: string, body: unknown) => call('PATCH', path, body),
    delete: (path: string) => call('DELETE', path),
  }
}
