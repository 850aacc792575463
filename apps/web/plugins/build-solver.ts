import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { afterBuild } from './after-build.ts'

/**
 * Build the worker that solves a proof of work. A file of its own under a fixed name, because the pages that do without the
 * application start it too.
 */
export function buildSolver(): Plugin {
  return afterBuild('build-solver', async ({ root, outDir }) => {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: join(root, 'src/auth/proof-of-work/solve-worker.ts'),
          output: { format: 'iife', entryFileNames: 'solver.js' },
        },
      },
    })
  })
}
