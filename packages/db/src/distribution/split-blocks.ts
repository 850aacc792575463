/** A top-level function or constant of a file. */
export type Block = { name: string; isExported: boolean; text: string }

/** Split a file into its top-level blocks, without comments. */
export function splitBlocks(source: string): Block[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(\/\/|--).*$/gm, '')
  return code.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((text) => {
    const [, exported, name] = /^(export )?(?:async )?(?:function\*?|const) (\w+)/.exec(text) ?? []
    return name ? [{ name, isExported: exported !== undefined, text }] : []
  })
}
