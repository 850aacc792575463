import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileMessages } from './plugins/compile-messages.ts'
import { precompress } from './plugins/precompress.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    compileMessages(),
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      autoCodeSplitting: true,
      disableLogging: true,
      tmpDir: 'node_modules/.cache/tanstack-router',
    }),
    react(),
    precompress(),
  ],
  // The server puts a fresh nonce in this place for every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // A data: address would need the content security policy to allow it for scripts and styles.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server, '/trpc': server, '/dev': server } },
})
