import { join } from 'node:path'
import { build } from 'vite'
import { compileMessages } from './compile-messages.ts'

/** Build the script of a page that does without the application. It is small enough to be part of the page. */
export async function buildOwnScript(root: string, entry: string): Promise<string> {
  const code = await buildOne(root, entry, { format: 'iife' })
  if (code.includes('</script')) throw new Error('The pages’ own script cannot be built')
  return code
}

/** Build the code with which the server words its answers on these pages (`site/word-page.ts`). */
export function buildWords(root: string): Promise<string> {
  return buildOne(root, 'src/site/word-page.ts', { format: 'es' })
}

async function buildOne(root: string, entry: string, output: { format: 'iife' | 'es' }): Promise<string> {
  const isForServer = output.format === 'es'
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [compileMessages()],
    // The page's head defines it.
    define: { __APP__: 'app' },
    ...(isForServer && { ssr: { noExternal: true } }),
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      ssr: isForServer,
      rolldownOptions: { input: join(root, entry), output },
    },
  })
  const [{ output: [chunk] = [] } = {}] = [built].flat() as { output?: { code?: string }[] }[]
  if (!chunk?.code) throw new Error(`${entry} cannot be built`)
  return chunk.code
}
