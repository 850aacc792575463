import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildWorker } from './plugins/build-worker.ts'
import { compileMessages } from './plugins/compile-messages.ts'
import { groupFiles } from './plugins/group-files.ts'
import { keepBudgets } from './plugins/keep-budgets.ts'
import { precompress } from './plugins/precompress.ts'
import { prerender } from './plugins/prerender.ts'
import { themeStyles } from './plugins/theme-styles.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    compileMessages(),
    themeStyles(),
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      autoCodeSplitting: true,
      disableLogging: true,
      tmpDir: 'node_modules/.cache/tanstack-router',
    }),
    react(),
    // What the build renders pages with is no part of the site.
    ...(isSsrBuild ? [] : [prerender(), buildWorker(), keepBudgets(), precompress()]),
  ],
  // React has had this hook since 18: the stand-in for earlier ones stays out.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // The server puts a fresh nonce in this place for every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    target: 'es2022',
    // A list of all that a route's chunk imports would stand in the first script, for every route.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    rolldownOptions: {
      output: {
        // What every page needs comes in few files rather than in thirty.
        codeSplitting: {
          groups: [
            { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 99 },
            { name: 'frame', tags: ['$initial'], test: /^(?!.*\/src\/main\.tsx)/, priority: 98 },
            ...groupFiles(import.meta.dirname),
          ],
        },
      },
    },
    // A data: address would need the content security policy to allow it for scripts and styles.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server, '/trpc': server, '/dev': server } },
}))
