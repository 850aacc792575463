import { expect, test } from 'vitest'
import { describeUrl } from './logger.ts'

const id = '0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e'
const token = 'HIHMgiF7LZMND9jeOd_4I4Py_QoZabgz'

test.each([
  ['/api/surveys/:id', { id }, `/api/surveys/${id}`],
  ['/api/statements/:month.csv', { month: '2026-11' }, '/api/statements/2026-11.csv'],
  ['/trpc/:path', { path: 'wallet.getBalance,surveys.list' }, '/trpc/wallet.getBalance,surveys.list'],
  ['/api/surveys/:id', { id: token }, '/api/surveys/…'],
  ['/api/surveys/:id', { id: '254712345678' }, '/api/surveys/…'],
  ['/api/surveys/:id', { id: 'amina@example.com' }, '/api/surveys/…'],
  ['/trpc/:path', { path: token }, '/trpc/…'],
])('%s with %j is logged as %s', (url, params, logged) => {
  expect(describeUrl({ url: '/the/address?token=x', params, routeOptions: { url } })).toBe(logged)
})

test('a route that hides its parameters shows none, even one that looks like an id', () => {
  const routeOptions = { url: '/postback/:publicKey', config: { hidesParameters: true } } as const
  expect(describeUrl({ url: `/postback/${id}`, params: { publicKey: id }, routeOptions })).toBe('/postback/…')
})

test.each([
  [`/postback/${token}/more?x=1`, '/postback/…/more'],
  ['/set-up?token=abc', '/set-up'],
  ['/assets/icon.svg#abc', '/assets/icon.svg'],
  [`/surveys/${id}`, `/surveys/${id}`],
  ['/254712345678', '/…'],
  ['/%zz', '/…'],
])('an address without a route, %s, is logged as %s', (url, logged) => {
  expect(describeUrl({ url, is404: true })).toBe(logged)
})
