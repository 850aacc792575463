import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Built = { root: string; outDir: string }
type Work = (built: Built, context: Rolldown.PluginContext) => Promise<void>

/** Create a plugin step that works on the built files. Steps run one at a time, in plugin order. */
export function afterBuild(name: string, work: Work): Plugin {
  const built: Built = { root: '', outDir: '' }
  return {
    name: `chuma:${name}`,
    apply: 'build',
    configResolved(config) {
      built.root = config.root
      built.outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      handler() {
        return work(built, this)
      },
    },
  }
}
