import type { Endpoint } from '@chuma/api/list-endpoints'
import { KEY_PERMISSIONS, type Permission } from '@chuma/contract/admin/permissions'
import * as z from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { findCursor } from '../rest/link-next-page.ts'
import { nameErrorResponses } from './error-responses.ts'
import { listErrors } from './list-errors.ts'
import { bodyName, type Schemas } from './name-schemas.ts'

export function describeOperation(endpoint: Endpoint, schemas: Schemas): ZodOpenApiOperationObject {
  const { summary, access, params, query } = endpoint
  const needed = access?.permission && `Needs the permission \`${access.permission}\`.`
  const description = [endpoint.description, needed].filter(Boolean).join(' ')
  const body = endpoint.body && (schemas[bodyName(endpoint, schemas) ?? ''] ?? endpoint.body)
  return {
    operationId: nameOperation(endpoint),
    tags: [nameTag(endpoint)],
    summary,
    ...(description ? { description } : {}),
    security: nameSecurity(endpoint),
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(endpoint.method === 'GET' ? {} : { parameters: nameHeaders(endpoint) }),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, ...showExample(endpoint.example?.body) } },
          },
        }
      : {}),
    responses: { [endpoint.status]: describeSuccess(endpoint), ...nameErrorResponses(listErrors(endpoint)) },
  }
}

function nameHeaders({ errors }: Endpoint) {
  const names = [
    'IdempotencyKey',
    ...(errors?.includes('PROOF_OF_WORK_REQUIRED') ? ['ProofOfWork'] : []),
  ] as const
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` as const }))
}

/** Name an operation: `PUT /api/admin/users/:id/earnings` is `putAdminUsersByIdEarnings`. */
function nameOperation({ method, url }: Endpoint): string {
  const words = url
    .replace('/api/', '')
    .replaceAll(':', 'by-')
    .split(/[^a-zA-Z]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Group staff calls by the subject of their permission, all others by their router. */
function nameTag({ access, procedure }: Endpoint): string {
  if (access?.permission) return `staff: ${access.permission.split(':')[0]}`
  return access?.side === 'staff' ? 'staff account' : procedure.slice(0, procedure.indexOf('.'))
}

function nameSecurity({ access }: Endpoint): Record<string, string[]>[] {
  if (!access) return []
  const { side, permission } = access
  if (!permission) return [{ [`${side}Session`]: [] }]
  const isForKeys = (KEY_PERMISSIONS as Permission[]).includes(permission)
  return [{ staffSession: [permission] }, ...(isForKeys ? [{ apiKey: [permission] }] : [])]
}

const showExample = (example: object | undefined) => (example ? { example } : {})

const FILE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  sps: 'text/plain',
  xml: 'application/xml',
}

function describeSuccess(endpoint: Endpoint) {
  const { status, file, fileRow } = endpoint
  const answer = fileRow ? z.array(fileRow) : endpoint.answer
  const type = FILE_TYPES[file?.slice(file.lastIndexOf('.') + 1) ?? ''] ?? 'application/json'
  const link = { Link: { $ref: '#/components/headers/Link' } }
  return {
    description: status === 201 ? 'Made' : 'Done',
    content: { [type]: { schema: answer, ...showExample(endpoint.example?.answer) } },
    ...(findCursor(endpoint) ? { headers: link } : {}),
  }
}
