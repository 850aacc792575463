import { isDeepStrictEqual } from 'node:util'
import type { OpenAPIV3_1 } from 'openapi-types'

type Schemas = Record<string, object>

const PREFIX = '#/components/schemas/'

/** Names components as people would, and leaves those out that nobody refers to. */
export function tidyComponents(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const { schemas = {} } = document.components ?? {}
  const used = listUsed(document, schemas)
  const names = new Map([...used].map((id) => [id, renameOf(id, schemas)]))
  const kept: Record<string, object> = {}
  for (const [id, name] of [...names].sort()) {
    const schema = schemas[id] ?? {}
    if (name in kept && !isDeepStrictEqual(kept[name], schema))
      throw new Error(`Two schemas are called ${name}`)
    kept[name] = schema
  }
  return mapReferences(
    { ...document, components: { ...document.components, schemas: kept } },
    (id) => names.get(id) ?? id,
  )
}

/** `Foo.` is answered, `Foo.Input` is sent. Where both are the same or only one is used, there is one name. */
function renameOf(id: string, schemas: Schemas): string {
  const name = id.replace(/\.(Input)?$/, '')
  const isSame = isDeepStrictEqual(schemas[`${name}.`], schemas[`${name}.Input`])
  return id.endsWith('.Input') && !isSame && !/(Input|Body)$/.test(name) ? `${name}Input` : name
}

function listUsed(document: OpenAPIV3_1.Document, schemas: Schemas): Set<string> {
  const used = new Set<string>()
  const follow = (value: unknown) => {
    for (const id of listReferences(value)) {
      if (used.has(id)) continue
      used.add(id)
      follow(schemas[id])
    }
  }
  follow([document.paths, document.components?.responses])
  return used
}

function listReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === '$ref' && typeof inner === 'string' && inner.startsWith(PREFIX))
      return [inner.slice(PREFIX.length)]
    return listReferences(inner)
  })
}

function mapReferences<T>(value: T, rename: (id: string) => string): T {
  return JSON.parse(JSON.stringify(value), (key, inner) =>
    key === '$ref' && typeof inner === 'string' && inner.startsWith(PREFIX)
      ? PREFIX + rename(inner.slice(PREFIX.length))
      : inner,
  )
}
