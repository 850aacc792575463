import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Example } from './read-examples.ts'

type Script = Example & { name: string }
type Place = { folder: string; url: string; publicUrl: string }

const BORDER = '\u001e'

/** Run a document's shell blocks in one shell, because later ones use what earlier ones set. Returns each one's output. */
export async function runShell(examples: Example[], place: Place): Promise<string[]> {
  const script = examples.map(({ code }) => `${here(code, place)}\nprintf '${BORDER}'\n`).join('')
  const output = await run('bash', ['-euo', 'pipefail', '-c', script], place)
  return output.split(BORDER).slice(0, -1)
}

/** Run the compiled form of a TypeScript block. */
export function runScript({ name }: Script, place: Place): Promise<string> {
  return run(process.execPath, [`built/${name}.js`], place)
}

/** Compile the scripts, checking the client's declarations too, and return the errors line by line. */
export async function compileScripts(scripts: Script[], place: Place): Promise<string[]> {
  const compiler = path.join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc')
  await Promise.all(
    scripts.map(({ name, code }) => writeFile(path.join(place.folder, `${name}.ts`), here(code, place))),
  )
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    outDir: 'built',
    rootDir: '.',
    // Strict users check the declarations of their packages too.
    skipLibCheck: false,
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  }
  const files = scripts.map(({ name }) => `${name}.ts`)
  await writeFile(path.join(place.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const said = await run(process.execPath, [compiler, '-p', '.'], place).catch(
    (error: Error) => error.message,
  )
  // tRPC's own declarations name types that only its servers have.
  return said.split('\n').filter((line) => /error TS/.test(line) && !/node_modules\/@trpc\//.test(line))
}

const here = (code: string, { url, publicUrl }: Place) => code.replaceAll(publicUrl, url)

function run(command: string, args: string[], { folder, url }: Place): Promise<string> {
  const PATH = `${path.join(folder, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH, HOME: folder, CHUMA_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let failures = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    failures += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${output}\n${failures}\nended with ${code}`)),
    )
  })
}
