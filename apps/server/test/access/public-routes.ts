/** Routes that no procedure declares; none needs a token. */
export const publicRoutes = {
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /api/openapi.json': 'public',
  'GET /api/docs': 'public',
  'GET /api/docs/': 'public',
  'GET /api/docs/*': 'public',
  'GET /api/docs/json': 'public',
  'GET /api/docs/yaml': 'public',
  'GET /api/docs/static/index.html': 'public',
  'GET /api/docs/static/swagger-initializer.js': 'public',
  // The token in the path proves the caller.
  'POST /hooks/d/r/:token': 'public',
  'POST /hooks/d/t/:token': 'public',
  'POST /hooks/d/q/:token': 'public',
  'POST /hooks/d/b/:token': 'public',
  'POST /hooks/d/s/:token': 'public',
  // Signed, or with a secret in the path.
  'POST /hooks/p/:rail': 'public',
  'POST /hooks/p/:rail/:secret': 'public',
  'POST /hooks/sms/:token': 'public',
  // A partner signs the request.
  'GET /postback/:publicKey': 'public',
  'POST /postback/:publicKey': 'public',
  // Browsers send reports without a token.
  'POST /csp-reports': 'public',
  'GET /.well-known/security.txt': 'public',
} as const
