import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { listProcedures, listRoutes } from './list-routes.ts'

const testApp = await createTestApp()
const { app } = testApp
afterAll(testApp.close)
const { token } = await testApp.member()
const authorization = `Bearer ${token}`
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'] as const

type Method = (typeof METHODS)[number]
const call = (method: Method, url: string) =>
  // The type leaves out methods that browsers do not send; other clients can.
  app.inject({
    method: method as 'GET',
    url,
    headers: { authorization, 'content-type': 'application/json' },
    ...(['GET', 'HEAD', 'TRACE', 'CONNECT'].includes(method) ? {} : { payload: '{}' }),
  })

const fill = (path: string) =>
  path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'swagger-ui.css')
/** Routes may share a path: `/x/:id` also matches `/x/all`. */
const isServedByAnother = (url: string, method: string) =>
  routes.some(({ path, methods }) => methods.includes(method) && toPattern(path).test(url))
const toPattern = (path: string) =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
const routes = listRoutes(app).filter(({ path }) => !path.startsWith('/trpc/'))

test('the server lists its routes', () => {
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.find(({ path }) => path === '/api/surveys/:id/answers')?.methods).toEqual(['POST'])
  expect(listProcedures().length).toBeGreaterThan(15)
})

test('a route answers only the methods it names, and never TRACE', async () => {
  const answered: string[] = []
  for (const { path, methods } of routes) {
    expect(methods).not.toContain('TRACE')
    for (const method of METHODS.filter((each) => !methods.includes(each))) {
      // bad-input/every-path.rest.test.ts covers what OPTIONS answers at an existing address.
      if (method === 'OPTIONS' || isServedByAnother(fill(path), method)) continue
      const { statusCode } = await call(method, fill(path))
      if (statusCode !== 404 && statusCode !== 405) answered.push(`${method} ${path}: ${statusCode}`)
    }
  }
  expect(answered).toEqual([])
})

test('the typed door accepts GET and POST and refuses every other method', async () => {
  const answered: string[] = []
  for (const { path } of listProcedures()) {
    for (const method of METHODS.filter((each) => !['GET', 'HEAD', 'POST'].includes(each))) {
      const { statusCode } = await call(method, `/trpc/${path}`)
      if (statusCode !== 404 && statusCode !== 405) answered.push(`${method} ${path}: ${statusCode}`)
    }
  }
  expect(answered).toEqual([])
})

test('no mutation runs on a GET or a HEAD, and no query or stream on a POST', async () => {
  for (const { path, type } of listProcedures()) {
    const { statusCode, body } = await call(type === 'mutation' ? 'GET' : 'POST', `/trpc/${path}`)
    // A stream has sent its headers by the time it refuses.
    const isRefused = type === 'subscription' ? body.includes('METHOD_NOT_SUPPORTED') : statusCode === 405
    expect([path, isRefused]).toEqual([path, true])
    if (type === 'mutation') await call('HEAD', `/trpc/${path}`)
  }
  expect((await app.inject({ url: '/api/auth/user', headers: { authorization } })).statusCode).not.toBe(401)
})

test('everything under /api is documented', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const present = routes
    .filter(({ path }) => path.startsWith('/api/') && !/^\/api\/(docs|openapi\.json|login$)/.test(path))
    .flatMap(({ path, methods }) =>
      methods
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    )
  expect(present.sort()).toEqual(described.sort())
})

test('outside the doors there are only health checks, callbacks and pages', () => {
  const others = routes.map(({ path }) => path).filter((path) => !path.startsWith('/api/'))
  const known =
    /^\/(hooks\/|postback\/:publicKey$|healthz$|readyz$|csp-reports$|\.well-known\/security\.txt$)/
  expect(others.filter((path) => !known.test(path))).toEqual([])
})
