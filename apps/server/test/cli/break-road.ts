import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Proxy to the server, and cut the connection on call number `at` to `path` before it is answered. */
export async function openBreakingRoad(url: string, { path, at }: { path: string; at: number }) {
  let calls = 0
  const road = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.url?.includes(path)) calls += 1
    if (calls >= at) return request.socket.destroy()
    const { method = 'GET', headers } = request
    const answer = await fetch(`${url}${request.url}`, {
      method,
      headers: {
        'content-type': headers['content-type'] ?? 'application/json',
        authorization: headers.authorization ?? '',
      },
      ...(method === 'GET' ? {} : { body }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => road.listen(0, '127.0.0.1', resolve))
  const { port } = road.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => road.close(resolve)),
  }
}
