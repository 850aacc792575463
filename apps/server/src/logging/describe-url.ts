declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the route's parameters are secrets, so log lines never show them, whatever they look like. */
    hidesParameters?: true
  }
}

type Matched = { url?: string | undefined; config?: { hidesParameters?: true } | undefined }
type Logged = { url: string; is404?: boolean; params?: unknown; routeOptions?: Matched }

/** Ids, months and days, short numbers, and names of procedures. A token, a phone number or an address is none of these. */
const SHOWN =
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d(-\d\d)?|\d{1,4}|[a-z]+(\.[a-zA-Z]+)+(,[a-z]+(\.[a-zA-Z]+)+)*)$/
/** Parts of an address without a route: the names of pages and files. */
const PART = /^[a-z][a-z-]{0,30}(\.[a-z0-9]{2,5})?$/
const HIDDEN = '…'

/**
 * Describe an address for the log by the route it matched, without its query. A parameter is shown only if it looks like an id,
 * and never on a route that hides them; an address without a route is shown only as far as it consists of plain words.
 */
export function describeUrl({ url, is404, params, routeOptions }: Logged): string {
  const pattern = routeOptions?.url
  if (is404 || !pattern || pattern.includes('*')) return describePath(url)
  const values = (params ?? {}) as Record<string, unknown>
  const isHidden = routeOptions?.config?.hidesParameters === true
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(values[name])
    return !isHidden && SHOWN.test(value) ? value : HIDDEN
  })
}

function describePath(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return path
    .split('/')
    .map((part) => (part === '' || PART.test(part) || SHOWN.test(part) ? part : HIDDEN))
    .join('/')
}
