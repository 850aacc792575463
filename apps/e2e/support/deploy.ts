import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The same product at an address of its own, where a new version can come out: from then on the file of the service worker
 * differs by a byte. What a browser fetches for a new worker, `page.route` does not see.
 */
export async function givenDeployedSite(of: string) {
  let isNew = false
  const server = createServer(({ url = '/', method, headers }, answer) => {
    const isWorker = url === '/sw.js'
    // Packed, it could not be added to.
    const asked = { ...headers, ...(isWorker && { 'accept-encoding': 'identity', 'if-none-match': '' }) }
    const passed = request(new URL(url, of), { method, headers: asked }, (response) => {
      const { 'content-length': length, ...rest } = response.headers
      answer.writeHead(response.statusCode ?? 502, isWorker || !length ? rest : response.headers)
      if (!isWorker) return response.pipe(answer)
      response.on('data', (part) => answer.write(part))
      return response.on('end', () => answer.end(isNew ? '\n//' : ''))
    })
    // A page that is closed leaves its stream behind.
    answer.on('close', () => passed.destroy())
    passed.on('error', () => answer.destroy())
    passed.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    deploy: () => {
      isNew = true
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
