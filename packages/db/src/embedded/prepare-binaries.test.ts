import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canAccount, findUnprivilegedAccount, isRoot } from './credentials.ts'
import { findBinaries, prepareBinaries } from './find-binaries.ts'

/** The package as npm unpacks it with --ignore-scripts: without the links between library versions. */
async function givenPackageWithoutLinks(): Promise<string> {
  const { postgres } = await findBinaries(undefined, [])
  const copy = mkdtempSync(path.join(tmpdir(), 'chuma-binaries-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(path.resolve(path.dirname(postgres), '..', '..'), copy, { recursive: true, verbatimSymlinks: true })
  const lib = path.join(copy, 'native', 'lib')
  for (const name of readdirSync(lib)) {
    if (lstatSync(path.join(lib, name)).isSymbolicLink()) rmSync(path.join(lib, name))
  }
  return copy
}

test.skipIf(process.platform === 'win32')(
  'links that skipped install scripts would make are created',
  async () => {
    const { initdb } = prepareBinaries(await givenPackageWithoutLinks(), undefined, [])
    expect(execFileSync(initdb, ['--version'], { encoding: 'utf8' })).toMatch('initdb (PostgreSQL)')
  },
)

test.skipIf(!isRoot())('programs in a folder closed to the account are copied, once', async () => {
  const account = findUnprivilegedAccount()
  const closed = await givenPackageWithoutLinks()
  chmodSync(closed, 0o700)
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'chuma-elsewhere-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
  chmodSync(elsewhere, 0o755)

  const { postgres } = prepareBinaries(closed, account, [elsewhere])
  expect(postgres.startsWith(elsewhere)).toBe(true)
  expect(canAccount(account, 'x', postgres)).toBe(true)
  const { uid, gid } = account
  expect(execFileSync(postgres, ['--version'], { encoding: 'utf8', uid, gid, cwd: '/' })).toMatch(
    '(PostgreSQL)',
  )

  const before = lstatSync(postgres).ino
  expect(prepareBinaries(closed, account, [elsewhere]).postgres).toBe(postgres)
  expect(lstatSync(postgres).ino).toBe(before)
})

test.skipIf(!isRoot())('a copy that another account could have made is not used', async () => {
  const closed = await givenPackageWithoutLinks()
  chmodSync(closed, 0o700)
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'chuma-elsewhere-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
  chmodSync(elsewhere, 0o755)
  const account = findUnprivilegedAccount()
  prepareBinaries(closed, account, [elsewhere])
  for (const name of readdirSync(elsewhere)) chmodSync(path.join(elsewhere, name), 0o777)

  expect(() => prepareBinaries(closed, account, [elsewhere])).toThrow('may not enter')
  expect(existsSync(elsewhere)).toBe(true)
})
