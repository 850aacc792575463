import { defineConfig } from 'vitest/config'

// `npx` does not switch to the pinned Node.
if (Number.parseInt(process.versions.node, 10) < 22) {
  throw new Error(`Vitest cannot run on Node ${process.versions.node}: use npm run test:unit -- FOLDER`)
}

// Searches that take minutes: `npm run test:all` runs them, `npm test` a shorter one for each rule.
const long = process.env.TEST_LONG === 'on' ? [] : ['**/*.long.test.ts']

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/{src,test,plugins}/**/*.test.ts', 'scripts/checks/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'apps/e2e/**', ...long],
    globalSetup: ['./packages/db/src/testing.ts', './apps/server/test/bundle-program.ts'],
    // All cores: a test waits for PostgreSQL most of its time. The default leaves one of two idle. One more gained nothing.
    maxWorkers: '100%',
    // The product's code is loaded once by each worker, not once by each of some three hundred files.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What comes, comes at once; a busy machine takes its time. The default of one second fails tests there.
    expect: { poll: { timeout: 20_000 } },
  },
})
