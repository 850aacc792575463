// `npm run fuzz`: both doors with sixty thousand inputs, where `npm test` sends ten thousand. FUZZ_SEED=anything tries others.
process.env.FUZZ_RUNS ??= '30500'
process.argv.splice(2, 0, 'apps/server/test/fuzz')
await import('./test.mjs')
