import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.join(import.meta.dirname, '../../../..')
const source = path.join(root, 'packages/client')
const execute = promisify(execFile)
/** npm's own settings of this run would point it back at this workspace. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

type Manifest = { name: string; version: string; dependencies: Record<string, string> }

/**
 * Build the client, separately from other builds, pack it as it is published and install it into an empty folder, as a
 * stranger would. When npm cannot be reached, its dependencies come from this workspace.
 */
export async function installClient(folder: string): Promise<{ manifest: Manifest; files: string[] }> {
  const staged = path.join(folder, 'staged')
  await mkdir(staged)
  for (const file of ['package.json', 'README.md', 'LICENSE']) {
    await copyFile(path.join(source, file), path.join(staged, file))
  }
  await execute(process.execPath, ['build.mjs', path.join(staged, 'dist')], { cwd: source, env })
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const packed = await execute('npm', pack, { cwd: staged, env })
  const [{ filename, files }] = JSON.parse(packed.stdout)
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const install = [
    'install',
    '--prefer-offline',
    '--fetch-retries=0',
    '--omit=peer',
    '--no-audit',
    '--no-fund',
  ]
  await execute('npm', [...install, `./${filename}`], { cwd: folder, env }).catch(() =>
    unpack(folder, filename),
  )
  const manifest = await readFile(path.join(folder, 'node_modules/@chuma/client/package.json'), 'utf8')
  return { manifest: JSON.parse(manifest), files: files.map(({ path: file }: { path: string }) => file) }
}

async function unpack(folder: string, filename: string): Promise<void> {
  const target = path.join(folder, 'node_modules/@chuma/client')
  await mkdir(target, { recursive: true })
  await execute('tar', ['-xzf', path.join(folder, filename), '--strip-components=1', '-C', target])
  const { dependencies, bin = {} } = JSON.parse(await readFile(path.join(target, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = path.join(folder, 'node_modules', name)
    await mkdir(path.dirname(link), { recursive: true })
    await symlink(path.join(root, 'node_modules', name), link)
  }
  await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true })
  for (const [command, file] of Object.entries<string>(bin)) {
    await symlink(path.join(target, file), path.join(folder, 'node_modules/.bin', command))
  }
}
