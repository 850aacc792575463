/** What arrives instead of JSON that makes sense, as replies and as callbacks. */
const malformedKinds = ['html', 'truncated', 'empty', 'wrong-types', 'huge'] as const
export type MalformedKind = (typeof malformedKinds)[number]

export type Content = { type: string; text: string }

export function isMalformedKind(kind: unknown): kind is MalformedKind {
  return malformedKinds.some((known) => known === kind)
}

export function toContent(body: object): Content {
  return { type: 'application/json', text: JSON.stringify(body) }
}

const hugeChars = 2 * 1024 * 1024

const spoilers: Record<MalformedKind, (body: object) => Content> = {
  html: () => ({ type: 'text/html', text: '<html><body><h1>Service Unavailable</h1></body></html>' }),
  truncated(body) {
    const { type, text } = toContent(body)
    return { type, text: text.slice(0, Math.ceil(text.length / 2)) }
  },
  empty: () => ({ type: 'application/json', text: '' }),
  'wrong-types': (body) => ({ type: 'application/json', text: JSON.stringify(exchangeTypes(body)) }),
  // Sound JSON, and what matters in it is right: only its size is not.
  huge: (body) => toContent({ ...body, Padding: 'x'.repeat(hugeChars) }),
}

export function malform(kind: MalformedKind, body: object): Content {
  return spoilers[kind](body)
}

/** Every value becomes something of another type; only the objects and their keys stay. */
function exchangeTypes(value: unknown): unknown {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return { value }
  if (typeof value !== 'object' || value === null) return 0
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, exchangeTypes(inner)]))
}
