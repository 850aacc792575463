import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type Plugin, transformWithOxc } from 'vite'

const CATALOGUE = /\/src\/i18n\/messages\/[a-z]+\/[\w-]+\.ts$/

/** Compile the ICU strings of a message file at build time, so that the ICU parser stays out of the browser. */
export function compileMessages(): Plugin {
  return {
    name: 'chuma:compile-messages',
    enforce: 'pre',
    async transform(source, id) {
      const file = id.split('?')[0] ?? id
      if (!CATALOGUE.test(file)) return
      const { code } = await transformWithOxc(source, file)
      // A message file is plain data without imports, so it can be evaluated on its own.
      const exported: Record<string, Record<string, string>> = await import(
        `data:text/javascript,${encodeURIComponent(code)}`
      )
      return { code: Object.entries(exported).map(compileExport).join('\n'), map: null }
    },
  }
}

function compileExport([name, messages]: [string, Record<string, string>]): string {
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)])
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))}`
}
