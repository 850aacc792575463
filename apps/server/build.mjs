import { cp, rm } from 'node:fs/promises'
import { build } from 'esbuild'

// dist/ is the whole program save for its npm packages: the bundle, the migrations beside it, and the built site.
await rm('dist', { recursive: true, force: true })
await build({
  entryPoints: {
    main: 'src/main.ts',
    admin: 'src/admin.ts',
    backup: 'src/backup.ts',
    restore: 'src/restore.ts',
    migrate: 'src/migrate.ts',
  },
  outdir: 'dist/bin',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  plugins: [
    {
      name: 'packages-stay-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@chuma/') ? undefined : { path, external: true },
        )
      },
    },
  ],
})
await cp('../../packages/db/migrations', 'dist/migrations', { recursive: true })
await cp('../web/dist', 'dist/web', { recursive: true })
