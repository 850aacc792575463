import type { FastifyInstance } from 'fastify'
import { listRestDoors } from '../fuzz/list-doors.ts'

const AN_ID = '00000000-0000-4000-8000-000000000000'
const A_MONTH = '2026-01'
/** What stands for a parameter that is no id. */
export const PLACES: Record<string, string> = {
  month: A_MONTH,
  version: '1',
  span: A_MONTH,
  attribute: 'county',
  group: 'work',
}
/** The documents, and the pages of their library. */
const DOCUMENTS = /^\/api\/(docs|openapi)/

export type Path = Awaited<ReturnType<typeof listPaths>>[number]

/** List every REST call the server knows, with a usable address for each. */
export async function listPaths(app: FastifyInstance) {
  const doors = await listRestDoors(app)
  return doors
    .filter(({ path }) => path.startsWith('/api/') && !DOCUMENTS.test(path))
    .map((door) => ({
      ...door,
      url: fillPath(door.path),
      params: [...door.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    }))
}

/** Fill a route's parameters; `replaced` sets single ones. */
export function fillPath(path: string, replaced: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => replaced[name] ?? PLACES[name] ?? AN_ID)
}

/** List the methods of all routes that match an address: `/x/all` also matches `/x/:id`. */
export function methodsAt(paths: readonly Path[], url: string): string[] {
  const found = paths.filter(({ path }) => toPattern(path).test(url)).map(({ method }) => method)
  return [...new Set([...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort()
}

const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
