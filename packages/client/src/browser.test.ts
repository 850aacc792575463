import path from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('browsers get the client without Node modules and without the command', async () => {
  // Bundling fails on a module that browsers lack.
  const { metafile, outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'index.ts')],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
  })
  const inputs = Object.keys(metafile.inputs)
  expect(inputs.filter((file) => /src\/cli\/|commander|packages\/(?!client\/)/.test(file))).toEqual([])
  expect(outputFiles[0]?.text).not.toMatch(/\bprocess\.|require\(/)
})
