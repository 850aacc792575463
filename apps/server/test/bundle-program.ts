import { rm } from 'node:fs/promises'
import path from 'node:path'
import { bundle } from '../bundle.mjs'

const serverRoot = path.join(import.meta.dirname, '..')
const PROGRAMS = ['main', 'admin', 'backup', 'restore', 'rotate-secrets'] as const
let bundled: Promise<string> | null = null

/** Everything the workers of one run have written; `run` is the process that started them. */
const folderOf = (run: number) => path.join(serverRoot, 'node_modules', '.cache', `programs-${run}`)

/**
 * Runs after the last test, in the process that started the workers: those are killed without cleanup, and a program that one of them
 * started may still write here.
 */
export const teardown = () => rm(folderOf(process.pid), { recursive: true, force: true, maxRetries: 5 })

/**
 * Bundle a program of the server into one file, as it is deployed, once for all tests of this process: it starts several
 * times faster than from sources.
 */
export async function bundleProgram(name: (typeof PROGRAMS)[number]): Promise<string> {
  bundled ??= writeBundles()
  return path.join(await bundled, `${name}.mjs`)
}

async function writeBundles(): Promise<string> {
  const folder = path.join(folderOf(process.ppid), String(process.pid))
  await bundle(
    PROGRAMS.map((name) => path.join(serverRoot, 'src', `${name}.ts`)),
    { folder, extension: 'mjs' },
  )
  return path.join(folder, 'bin')
}
