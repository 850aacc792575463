import { type Endpoint, listEndpoints } from '@chuma/api/list-endpoints'
import * as z from 'zod'
import { createDocument as createZodDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { describeOperation } from './describe-operation.ts'
import { documentInfo } from './document-info.ts'
import { errorBody } from './error-body.ts'
import { describeErrorResponses } from './error-responses.ts'
import { listErrors } from './list-errors.ts'
import { nameSchemas, type Schemas } from './name-schemas.ts'
import type { OpenApiDocument } from './open-api-document.ts'
import { showExamples } from './show-examples.ts'

/** Describe the REST door from what the procedures declare. */
export function createDocument(): OpenApiDocument {
  const endpoints = listEndpoints()
  const schemas = nameSchemas(endpoints)
  // zod-openapi reads names from zod's global registry, where they would reach every other schema conversion.
  for (const [id, schema] of Object.entries(schemas)) z.globalRegistry.add(schema, { id })
  try {
    return showExamples(
      createZodDocument(
        {
          ...documentInfo,
          paths: listPaths(endpoints, schemas),
          components: {
            ...documentInfo.components,
            schemas: { Error: errorBody },
            responses: describeErrorResponses(endpoints.map(listErrors)),
          },
        },
        { override: sayAsJson },
      ),
    )
  } finally {
    for (const schema of Object.values(schemas)) z.globalRegistry.remove(schema)
  }
}

type Override = NonNullable<NonNullable<Parameters<typeof createZodDocument>[1]>['override']>

const sayAsJson: Override = ({ jsonSchema }) => {
  // The library adds a type to a union, whose variants already say more.
  if (jsonSchema.oneOf) delete jsonSchema.type
}

function listPaths(endpoints: readonly Endpoint[], schemas: Schemas): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    const template = endpoint.url.replaceAll(/:(\w+)/g, '{$1}')
    const operation = describeOperation(endpoint, schemas)
    paths[template] = { ...paths[template], [endpoint.method.toLowerCase()]: operation }
  }
  return paths
}
