import { cp } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const dist = path.join(here, '../../dist')

/** As the server itself is built: what runs the sources as they stand would be measured with them. */
await build({
  entryPoints: ['main', 'serve', 'load'].map((name) => path.join(here, `${name}.ts`)),
  outdir: path.join(dist, 'bench'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  plugins: [
    {
      name: 'packages-stay-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
          kind === 'entry-point' || name.startsWith('@chuma/') ? undefined : { path: name, external: true },
        )
      },
    },
  ],
})
await cp(path.join(here, '../../../../packages/db/migrations'), path.join(dist, 'migrations'), {
  recursive: true,
})
