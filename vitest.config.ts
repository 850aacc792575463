import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'apps/e2e/**'],
    globalSetup: ['./packages/db/src/testing.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
