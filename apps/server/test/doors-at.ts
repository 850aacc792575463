import type { Doors } from '../src/testing.ts'

/** Call a listening server's doors over the network. `headers` go with every call. */
export function doorsAt(url: string, headers: Record<string, string> = {}): Doors {
  return {
    inject: async ({ method = 'GET', url: path, headers: own, payload }) => {
      const response = await fetch(`${url}${String(path)}`, {
        method,
        headers: { ...headers, ...(own as Record<string, string>) },
        ...(typeof payload === 'string' ? { body: payload } : {}),
      })
      const body = await response.text()
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body,
        json: () => JSON.parse(body),
      }
    },
  }
}
