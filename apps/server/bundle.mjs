import { cp } from 'node:fs/promises'
import path from 'node:path'
import { rolldown } from 'rolldown'

/**
 * Bundle programs into `folder`/`bin` without their npm packages, in one pass: what they share is in files of its own. Put the SQL of
 * migrations and functions beside them, where the programs look for it.
 */
export async function bundle(entryPoints, { folder, bin = 'bin', extension = 'js', sourcemap = false }) {
  const bundled = await rolldown({
    input: entryPoints,
    platform: 'node',
    transform: { target: 'node22' },
    external: (name, importer) =>
      importer !== undefined && /^[^./]/.test(name) && !name.startsWith('@chuma/'),
  })
  await bundled.write({
    dir: path.join(folder, bin),
    format: 'esm',
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name]-[hash].${extension}`,
    sourcemap,
  })
  await bundled.close()
  for (const sql of ['migrations', 'functions']) {
    const source = path.join(import.meta.dirname, '../../packages/db', sql)
    await cp(source, path.join(folder, sql), { recursive: true })
  }
}
