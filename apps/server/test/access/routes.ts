import { listEndpoints } from '@chuma/api/list-endpoints'
import type { Access } from './access.ts'
import { procedureAccess } from './expectations.ts'

/** Routes that no procedure declares; none needs a token. */
export const PUBLIC_ROUTES = [
  'GET /healthz',
  'GET /readyz',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/*',
  'GET /api/docs/json',
  'GET /api/docs/yaml',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  // The token in the path proves the caller.
  'POST /hooks/d/r/:token',
  'POST /hooks/d/t/:token',
  'POST /hooks/d/q/:token',
  'POST /hooks/d/b/:token',
  'POST /hooks/d/s/:token',
  // Signed, or with a secret in the path.
  'POST /hooks/p/:rail',
  'POST /hooks/p/:rail/:secret',
  'POST /hooks/sms/:token',
  // A partner signs the request.
  'GET /postback/:publicKey',
  'POST /postback/:publicKey',
  // Browsers send reports without a token.
  'POST /csp-reports',
  'GET /.well-known/security.txt',
  'GET /api/login',
]

const procedures = new Map(
  listEndpoints().map(({ method, url, procedure }) => [`${method} ${url}`, procedure]),
)

/** Find the procedure that `POST /api/claims` calls. */
export const procedureOf = (route: string): string | undefined => procedures.get(route)

/** An address that fixes an input for which its procedure asks for less. */
const EASIER: Record<string, Access> = { 'GET /api/micro-jobs': 'member' }

/** Say who may call a route: those who may call its procedure. GET also covers HEAD. */
export function accessOfRoute(route: string): Access | undefined {
  const procedure = procedureOf(route)
  return procedure
    ? (EASIER[route] ?? procedureAccess[procedure])
    : PUBLIC_ROUTES.includes(route)
      ? 'public'
      : undefined
}
