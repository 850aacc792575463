/** A function or constant at the left edge of a file. */
export type Block = { name: string; isExported: boolean; text: string }

/** What stands at the left edge of a file, with its comments left out. */
export function splitBlocks(source: string): Block[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(\/\/|--).*$/gm, '')
  return code.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((text) => {
    const [, exported, name] = /^(export )?(?:async )?(?:function\*?|const) (\w+)/.exec(text) ?? []
    return name ? [{ name, isExported: exported !== undefined, text }] : []
  })
}
