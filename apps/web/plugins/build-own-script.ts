import { join } from 'node:path'
import { build } from 'vite'

/** Build the script of the pages that do without the application. It is small enough to be part of each page. */
export async function buildOwnScript(root: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // The page's head defines it.
    define: { __APP__: 'app' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/site/islands/wake-page.ts'), output: { format: 'iife' } },
    },
  })
  const [{ output: [chunk] = [] } = {}] = [built].flat() as { output?: { code?: string }[] }[]
  if (!chunk?.code || chunk.code.includes('</script'))
    throw new Error('The pages’ own script cannot be built')
  return chunk.code
}
