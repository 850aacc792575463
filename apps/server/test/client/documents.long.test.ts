import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expectShown } from './expect-shown.ts'
import { installClient } from './install-client.ts'
import { readExamples } from './read-examples.ts'
import { compileScripts, runScript, runShell } from './run-examples.ts'
import { startDemo } from './start-demo.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'chuma-client-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const [demo, installed] = await Promise.all([startDemo(), installClient(folder)])
afterAll(demo.close)
const place = { folder, url: demo.url, publicUrl: demo.publicUrl }

const documents = ['packages/client/README.md', 'docs/api.md', 'docs/cli.md', 'docs/webhooks.md']
const examples = documents.flatMap(readExamples)
const scripts = examples
  .filter(({ language }) => language === 'ts')
  .map((example, index) => ({ ...example, name: `example-${index + 1}` }))
const complaints = await compileScripts(scripts, place)

test('the published package contains nothing of the workspace and depends only on what npm has', async () => {
  const { manifest, files } = installed
  expect(Object.entries(manifest.dependencies).filter(([name]) => name.startsWith('@chuma/'))).toEqual([])
  expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual(
    [],
  )
  expect(files.filter((file) => !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(file))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/index.js']))
  const declarations = await readFile(path.join(folder, 'node_modules/@chuma/client/dist/index.d.ts'), 'utf8')
  expect(declarations.match(/@chuma\/.*|\bkysely\b.*/g)).toBeNull()
})

test('every script in the docs compiles against the installed package’s types', () => {
  expect(scripts.length).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})

test.each(scripts)('the script at $place does what it says', async (script) => {
  expectShown(await runScript(script, place), script)
})

// A document with many commands starts as many programs.
test.each(documents)(
  'the commands of %s print what it shows',
  async (document) => {
    const commands = readExamples(document).filter(({ language }) => language === 'sh')
    const outputs = await runShell(commands, place)
    for (const [index, command] of commands.entries()) expectShown(outputs[index] ?? '', command)
  },
  120_000,
)
