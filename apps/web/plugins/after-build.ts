import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Built = { root: string; outDir: string }
type Work = (built: Built, context: Rolldown.PluginContext) => Promise<void>

/** A step that works on the files of the build, one after the other in the order of the plugins. */
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
