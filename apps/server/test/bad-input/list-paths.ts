import type { FastifyInstance } from 'fastify'
import { listRestDoors } from '../fuzz/list-doors.ts'

const AN_ID = '00000000-0000-4000-8000-000000000000'
const A_MONTH = '2026-01'
/** The documents, and their pages, which come with their library. */
const DOCUMENTS = /^\/api\/(docs|openapi)/

export type Path = Awaited<ReturnType<typeof listPaths>>[number]

/** Every call of the REST door as the server itself knows it, with an address that it can be made at. */
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

/** An address of the route; `replaced` stands for one of its parameters. */
export function fillPath(path: string, replaced: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => replaced[name] ?? (name === 'month' ? A_MONTH : AN_ID))
}

/** The methods of all routes that answer at an address: `/x/all` is one of `/x/:id` as well. */
export function methodsAt(paths: readonly Path[], url: string): string[] {
  const found = paths.filter(({ path }) => toPattern(path).test(url)).map(({ method }) => method)
  return [...new Set([...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort()
}

const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
