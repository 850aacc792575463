import { KEY_PERMISSIONS, type Permission } from '@chuma/contract/admin/permissions'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type DescribedRoute, isChange, needsNoSession } from './described-route.ts'
import { nameErrorResponses } from './error-responses.ts'
import { listErrors } from './list-errors.ts'

/** Says of an operation what its schemas do not: who may call it, what it is called, and every way it can fail. */
export function describeOperation(
  operation: OpenAPIV3_1.OperationObject,
  route: DescribedRoute,
): OpenAPIV3_1.OperationObject {
  const { permission } = route.config
  const description = [operation.description, permission && `Needs the permission \`${permission}\`.`]
  const parameters = [...(operation.parameters ?? []), ...listHeaders(route)]
  return {
    ...operation,
    operationId: nameOperation(route),
    tags: nameTags(operation, route),
    ...(description.some(Boolean) ? { description: description.filter(Boolean).join(' ') } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    security: nameSecurity(route),
    responses: { ...describeSuccess(operation.responses, route), ...nameErrorResponses(listErrors(route)) },
  }
}

/** `PUT /api/admin/users/:id/earnings` is `putAdminUsersByIdEarnings`. */
function nameOperation({ method, url }: DescribedRoute): string {
  const words = url
    .replace('/api/', '')
    .replaceAll(':', 'by-')
    .split(/[^a-zA-Z]+/)
  const path = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + path.join('')
}

/** A call of the staff's side belongs to what its permission is about. */
function nameTags({ tags }: OpenAPIV3_1.OperationObject, { config }: DescribedRoute): string[] {
  if (config.guard) return ['staff account']
  if (config.permission) return [`staff: ${config.permission.split(':')[0]}`]
  return tags ?? []
}

function nameSecurity(route: DescribedRoute): OpenAPIV3_1.SecurityRequirementObject[] {
  const { permission, guard } = route.config
  if (permission) {
    const isForKeys = (KEY_PERMISSIONS as Permission[]).includes(permission)
    return [{ staffSession: [permission] }, ...(isForKeys ? [{ apiKey: [permission] }] : [])]
  }
  if (needsNoSession(route)) return []
  return guard ? [{ staffSession: [] }] : [{ memberSession: [] }]
}

function listHeaders(route: DescribedRoute): OpenAPIV3_1.ReferenceObject[] {
  return isChange(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
}

/** A full page says where the next one is. */
function describeSuccess(responses: OpenAPIV3_1.ResponsesObject = {}, { config }: DescribedRoute) {
  const headers = config.cursor ? { headers: { Link: { $ref: '#/components/headers/Link' } } } : {}
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, description: status === '201' ? 'Made' : 'Done', ...headers },
    ]),
  )
}
