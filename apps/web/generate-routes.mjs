// The route tree is generated, not committed. Resolving the Vite config runs the router plugin, which writes it.
import { resolveConfig } from 'vite'

await resolveConfig(
  { configFile: new URL('vite.config.ts', import.meta.url).pathname, logLevel: 'error' },
  'build',
)
