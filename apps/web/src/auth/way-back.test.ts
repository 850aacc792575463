import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isMembersPage, readWayBack, wayBackTo } from './session.ts'

test.each([
  '/withdraw',
  '/surveys?q=tea',
  '/survey/0b8ff8f5-3b3a-4f3c-9a3e-0d3f5d1c2b1a?q=2',
  '/settings?tab=account#top',
])('a log-in leads back to %s', (next) => expect(readWayBack({ next })).toEqual({ next }))

test.each([
  '//evil.example/withdraw',
  '/\\evil.example/withdraw',
  '/\t/evil.example/withdraw',
  'https://evil.example/withdraw',
  'javascript:alert(1)',
  'withdraw',
  '/login',
  '/about',
  '/admin',
  '/survey/a/b',
  '',
  7,
  ['/withdraw'],
  undefined,
])('a log-in does not lead to %j', (next) => expect(readWayBack({ next })).toEqual({ next: undefined }))

test('staff come back to their own pages, and never to the log-in', () => {
  expect(readWayBack({ next: '/admin/audit?actor=me' }, 'staff')).toEqual({ next: '/admin/audit?actor=me' })
  expect(readWayBack({ next: '/admin-survey-manager' }, 'staff').next).toBe('/admin-survey-manager')
  for (const next of ['/admin-login', '/withdraw', '//evil.example/admin', '/administer']) {
    expect(readWayBack({ next }, 'staff')).toEqual({ next: undefined })
  }
})

test('the page that a log-in opens anyway needs no way back', () => {
  expect(wayBackTo('/dashboard')).toEqual({})
  expect(wayBackTo('/withdraw')).toEqual({ next: '/withdraw' })
})

test('every page that asks for a member is a way back', () => {
  const folder = new URL('../routes/_app/', import.meta.url)
  const pages = readdirSync(folder).filter(
    (name) => name.endsWith('.tsx') && readFileSync(new URL(name, folder), 'utf8').includes('<RequireMember'),
  )
  const paths = pages.map(
    (name) => `/${name.replace('.tsx', '').replace('_.', '/').replace('.$surveyId', '/1')}`,
  )
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !isMembersPage(path))).toEqual([])
})
