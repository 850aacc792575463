import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { buildWorker } from './plugins/build-scripts.ts'
import { keepBudgets, precompress } from './plugins/built-files.ts'
import { compileMessages } from './plugins/compile-messages.ts'
import { groupFiles } from './plugins/group-files.ts'
import { serveIcons } from './plugins/icons.ts'
import { prerender } from './plugins/prerender.ts'
import { themeStyles } from './plugins/theme-styles.ts'

const root = import.meta.dirname
const server = 'http://127.0.0.1:3000'

/** While developing, no server fills in what the operator chooses. */
function fillInName(): Plugin {
  return {
    name: 'chuma:fill-in-name',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll('__BRAND__', 'Chuma'),
  }
}

/** Group what every page needs into a few files instead of thirty. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 99 },
  { name: 'frame', tags: ['$initial'], test: /^(?!.*\/src\/main\.tsx)/, priority: 98 },
  ...groupFiles(root),
]

/** No page of staff or clients is rendered by the build, so its renderer does without them. */
function leaveOutStaff(): Plugin {
  return {
    name: 'chuma:leave-out-staff',
    enforce: 'pre',
    load: (id) =>
      /\/src\/routes\/.*\b(admin|client)[^?]*\?tsr-split/.test(id)
        ? 'export const component = () => null; export const loader = () => null'
        : null,
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  root,
  plugins: [
    compileMessages(),
    themeStyles(),
    serveIcons(),
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      autoCodeSplitting: true,
      // A loader comes with its page, so that the first script has no queries.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']],
      },
      disableLogging: true,
      enableRouteTreeFormatting: false,
      tmpDir: 'node_modules/.cache/tanstack-router',
    }),
    react(),
    fillInName(),
    // Code that only the build uses to render pages is not part of the site.
    ...(isSsrBuild ? [leaveOutStaff()] : [prerender(root), buildWorker(), precompress(), keepBudgets()]),
  ],
  // React 18 and later have this hook, so the polyfill is left out.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // The server replaces this with a fresh nonce for every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    // `keepBudgets` reports what counts.
    reportCompressedSize: false,
    target: 'es2022',
    // Otherwise the first script would contain the import list of every route's chunk.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups } } },
    // A data: address would need the content security policy to allow it for scripts and styles.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server, '/trpc': server, '/dev': server } },
}))
