import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { afterBuild } from './after-build.ts'

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/

/** Write `.br` and `.gz` beside every asset at the best ratio, so that no request pays for compression. */
export function precompress(): Plugin {
  return afterBuild('precompress', async ({ outDir }) => {
    const names = await readdir(outDir, { recursive: true })
    await Promise.all(
      names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(outDir, name))),
    )
  })
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: quality }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
