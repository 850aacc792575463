const RAW = /"\ufdd0([^"]*)\ufdd0"/g

/** As JSON, with the numbers that JavaScript cannot hold written out. */
export function writeJson(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(RAW, '$1')
}
