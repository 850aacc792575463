import type { OpenAPIV3_1 } from 'openapi-types'
import { addExamples } from './add-examples.ts'
import { describeOperation } from './describe-operation.ts'
import type { DescribedRoute } from './described-route.ts'
import { describeErrorResponses } from './error-responses.ts'
import { listErrors } from './list-errors.ts'
import { tidyComponents } from './tidy-components.ts'

type Operations = Record<string, OpenAPIV3_1.OperationObject>

/** Completes what the schemas gave: names, guards, errors and examples. */
export function completeDocument(
  document: OpenAPIV3_1.Document,
  routes: readonly DescribedRoute[],
): OpenAPIV3_1.Document {
  const byOperation = new Map(routes.map((route) => [`${route.method} ${toTemplate(route.url)}`, route]))
  const described: DescribedRoute[] = []
  const paths = mapValues(document.paths ?? {}, (operations, path) =>
    mapValues(operations as Operations, (operation, method) => {
      const route = byOperation.get(`${method.toUpperCase()} ${path}`)
      if (!route) throw new Error(`No route for ${method} ${path}`)
      described.push(route)
      return describeOperation(operation, route)
    }),
  )
  const responses = describeErrorResponses(described.map(listErrors))
  const components = { ...document.components, responses }
  return addExamples(tidyComponents({ ...document, paths, components }))
}

function toTemplate(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}')
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
