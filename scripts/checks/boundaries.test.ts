import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowedSnippets, forbiddenSnippets } from './boundary-snippets.ts'

const root = join(import.meta.dirname, '../..')
const temporary = mkdtempSync(join(tmpdir(), 'chuma-boundaries-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

/** Copy the configuration without sources, so that existing code can neither hide a finding nor cause one. */
function copyConfiguration(name: string) {
  const copy = join(temporary, name)
  const workspaces = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((workspace) => [
      join(folder, workspace, 'package.json'),
      join(folder, workspace, 'turbo.json'),
    ]),
  )
  const rootFiles = ['biome.json', 'turbo.json', 'package.json', 'package-lock.json', '.gitignore']
  for (const file of [
    ...rootFiles,
    'tsconfig.base.json',
    'scripts/checks/sql-only-in-db.grit',
    ...workspaces,
  ]) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
  }
  return copy
}

function write(copy: string, path: string, text: string) {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), `${text}\n`)
}

function run(copy: string, command: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(root, 'node_modules', command), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', TURBO_TELEMETRY_DISABLED: '1' },
  })
}

describe('the linter', () => {
  let findings: { category: string; message: string; location: { path: string } }[]

  beforeAll(() => {
    const copy = copyConfiguration('linter')
    for (const { path, code } of [...allowedSnippets, ...forbiddenSnippets]) write(copy, path, code)
    const { stdout } = run(
      copy,
      '@biomejs/biome/bin/biome',
      'lint',
      '--reporter=json',
      '--max-diagnostics=none',
    )
    findings = JSON.parse(stdout).diagnostics
  })

  const rulesBrokenBy = (path: string) =>
    findings.filter((finding) => finding.location.path === path).map((finding) => finding.category)

  test.each(forbiddenSnippets)('refuses $because', ({ path, rule }) => {
    expect(rulesBrokenBy(path)).toContain(rule)
  })

  test.each(allowedSnippets)('lets $because', ({ path }) => {
    expect(rulesBrokenBy(path)).toEqual([])
  })
})

describe('turbo boundaries', () => {
  const boundariesOf = (copy: string) => {
    const { status, stdout, stderr } = run(copy, 'turbo/bin/turbo', 'boundaries')
    return { status, report: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') }
  }

  test('accepts the packages as they are declared', () => {
    const { status, report } = boundariesOf(copyConfiguration('declared'))
    expect(report).toContain('no issues found')
    expect(status).toBe(0)
  })

  test('refuses a package that declares one above it', () => {
    const copy = copyConfiguration('upwards')
    const dependencies = { '@chuma/core': '*' }
    write(
      copy,
      'packages/mail/package.json',
      JSON.stringify({ name: '@chuma/mail', version: '0.1.0', dependencies }),
    )

    const { status, report } = boundariesOf(copy)

    expect(report).toContain('`@chuma/core` found without any tag listed in allowlist')
    expect(status).toBe(1)
  })

  test('refuses a path that leaves its package and a package that is not declared', () => {
    const copy = copyConfiguration('sideways')
    write(
      copy,
      'packages/mpesa/src/x.ts',
      "import '../../db/src/client.ts'\nimport { x } from '@chuma/core/x'\nexport const y = x",
    )

    const { status, report } = boundariesOf(copy)

    expect(report).toContain('`../../db/src/client.ts` leaves the package')
    expect(report).toContain('cannot import package `@chuma/core`')
    expect(status).toBe(1)
  })
})
