import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflows = listFiles('.github/workflows')

const ACTION = /^\s*(?:- )?uses: (.+)$/gm
const PINNED_ACTION = /^[\w-]+\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

test('every action of a workflow is pinned to a commit, and says which version that is', () => {
  const actions = workflows.flatMap((path) =>
    [...read(path).matchAll(ACTION)].map(([, action = '']) => action),
  )
  expect(actions.length).toBeGreaterThan(8)
  expect(actions.filter((action) => !PINNED_ACTION.test(action))).toEqual([])
  expect(PINNED_ACTION.test('actions/checkout@v4')).toBe(false)
})

test('one action has one version in all workflows', () => {
  const actions = workflows.flatMap((path) =>
    [...read(path).matchAll(ACTION)].map(([, action = '']) => action),
  )
  const names = new Set(actions.map((action) => action.split('@')[0]))
  expect(new Set(actions).size).toBe(names.size)
})

test('every image that is not built here is pinned to a digest', () => {
  const services: Record<string, { image: string }> = parse(read('infra/compose.yaml'), {
    merge: true,
  }).services
  const ofCompose = Object.values(services).map(({ image }) => image)
  const ofDockerfile = [...read('infra/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
  const ofCluster = listFiles('infra/kubernetes')
    .flatMap((path) => [...read(path).matchAll(/\b(?:image|imageName): (\S+)/g)])
    .map(([, image = '']) => image)
  const foreign = [...ofCompose, ...ofDockerfile, ...ofCluster].filter((image) => image !== 'chuma')
  expect(foreign.length).toBeGreaterThan(5)
  expect(foreign.filter((image) => !/^[a-z0-9./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
})

test('the workflows check signatures, secrets and code, and a release lists what it is made of', () => {
  const text = workflows.map(read).join('\n')
  for (const step of [
    'npm audit signatures',
    'npm sbom',
    'gitleaks/',
    'codeql-action/analyze',
    'verify-images',
  ])
    expect(text).toContain(step)
})

test('a workflow can write only what its jobs name', () => {
  for (const path of workflows) {
    const { permissions, jobs } = parse(read(path))
    const isRelease = path.endsWith('release.yml')
    expect([path, permissions]).toEqual([path, { contents: isRelease ? 'write' : 'read' }])
    const granted = Object.values<{ permissions?: object }>(jobs).map((job) => job.permissions ?? {})
    expect(JSON.stringify(granted)).not.toMatch(/"(contents|id-token|packages|actions)":"write"/)
  }
})
