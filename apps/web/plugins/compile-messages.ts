import { pathToFileURL } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const CATALOGUE = /\/src\/i18n\/messages\/[a-z]+\/[\w-]+\.ts$/

/** Compile the ICU strings of a message file at build time, so that the ICU parser stays out of the browser. */
export function compileMessages(): Plugin {
  return {
    name: 'chuma:compile-messages',
    enforce: 'pre',
    async transform(_source, id) {
      const file = id.split('?')[0] ?? id
      if (!CATALOGUE.test(file)) return
      // Plain data, which Node evaluates itself. The time makes the development server read an edited file again.
      const exported: Record<string, Record<string, string>> = await import(
        `${pathToFileURL(file)}?${Date.now()}`
      )
      return { code: Object.entries(exported).map(compileExport).join('\n'), map: null }
    },
  }
}

function compileExport([name, messages]: [string, Record<string, string>]): string {
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)])
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))}`
}
