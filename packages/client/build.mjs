import { execFile } from 'node:child_process'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/** The output folder, if not `dist`. */
const dist = path.resolve(process.argv[2] ?? 'dist')
const compiler = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))),
  'bin/tsc',
)

const DECLARED = [
  'packages/contract/src/errors',
  'packages/api/src/app-router',
  'packages/client/src/create-chuma-client',
  'packages/client/src/is-chuma-error',
  'packages/client/src/list-all',
]
const JSON_TYPE = `type Json = string | number | boolean | null | Json[] | { [key: string]: Json };\n`

await rm(dist, { recursive: true, force: true })
await Promise.all([bundle(), bundleCommand(), declare()])

/** Bundle the workspace's sources; npm packages stay external. */
async function bundle() {
  await build({
    entryPoints: { index: 'src/index.ts' },
    outdir: dist,
    bundle: true,
    // No Node modules: browsers use it too.
    platform: 'neutral',
    target: 'es2023',
    format: 'esm',
    packages: 'external',
  })
}

/** The same for the `chuma` command, which runs only on Node. */
async function bundleCommand() {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  await build({
    entryPoints: { chuma: 'src/cli/main.ts' },
    outdir: dist,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    external: Object.keys(dependencies),
  })
  await chmod(path.join(dist, 'chuma.js'), 0o755)
}

/**
 * Build one file of declarations. The compiler prints the router's type in full; all that still refers to the server is the types
 * of its context and its metadata, which no caller sees.
 */
async function declare() {
  const emitted = path.join(dist, 'emitted')
  const program = [compiler, '-p', 'tsconfig.dts.json', '--outDir', emitted]
  await promisify(execFile)(process.execPath, program)
  const declarations = await Promise.all(DECLARED.map((name) => readFile(`${emitted}/${name}.d.ts`, 'utf8')))
  await rm(emitted, { recursive: true })
  const imports = new Set()
  const text = declarations
    .join('')
    .replace(/^import .* from '(.*)';\n/gm, (line, from) => {
      if (!/^[.]|^@chuma\//.test(from)) imports.add(line)
      return ''
    })
    .replace(/^export \{\};\n?/gm, '')
    // Only the types of these two are part of the bundle.
    .replace(/^export (declare const (?:errorTable|appRouter):)/gm, '$1')
    .replaceAll('import("./context.ts").Context', 'object')
    .replaceAll('import("./meta.ts").Meta', 'object')
    .replaceAll('import("@chuma/contract/errors").FieldErrors', 'FieldErrors')
    .replaceAll('import("zod").JSONType', 'Json')
    // They refer to themselves, so the compiler cannot print them in full.
    .replaceAll('import("@chuma/contract/surveys/eligibility/eligibility").Rule', 'Json')
    .replaceAll(
      'import("@chuma/contract/surveys/questionnaire/logic").LogicRule',
      '{ [operation: string]: Json }',
    )
  const left = /.*(?:@chuma\/|zod|\.ts["']|node_modules).*/.exec(text)
  if (left) throw new Error(`The declarations refer to unpublished code: ${left[0].trim()}`)
  await writeFile(path.join(dist, 'index.d.ts'), `${[...imports].join('')}${JSON_TYPE}${text}export {};\n`)
}
