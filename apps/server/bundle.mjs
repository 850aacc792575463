import { cp } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

/**
 * Bundle each program into one file in `folder`/`bin`, without its npm packages, and put the SQL of migrations and functions
 * beside them, where the programs look for it. `options` are esbuild's own.
 */
export async function bundle(entryPoints, { folder, bin = 'bin', ...options }) {
  await build({
    entryPoints,
    outdir: path.join(folder, bin),
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    plugins: [packagesStayOutside],
    ...options,
  })
  for (const sql of ['migrations', 'functions']) {
    const source = path.join(import.meta.dirname, '../../packages/db', sql)
    await cp(source, path.join(folder, sql), { recursive: true })
  }
}

const packagesStayOutside = {
  name: 'packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@chuma/') ? undefined : { path: name, external: true },
    )
  },
}
