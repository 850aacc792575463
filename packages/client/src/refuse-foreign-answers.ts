/**
 * What a proxy says in place of the server is a page or plain text. Fails with its `response`, so that its status can be
 * told, rather than with a complaint about JSON.
 */
export function refuseForeignAnswers(send: typeof fetch) {
  return async (input: string | URL | Request, init?: object): Promise<Response> => {
    const response = await send(input, init)
    if (response.headers.get('content-type')?.startsWith('application/json')) return response
    await response.body?.cancel()
    throw Object.assign(new Error(`Something other than Chuma answered, with status ${response.status}`), {
      response,
    })
  }
}
