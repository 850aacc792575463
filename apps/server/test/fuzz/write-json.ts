const RAW = /"\ufdd0([^"]*)\ufdd0"/g

/** Write JSON, including numbers that JavaScript cannot hold. */
export function writeJson(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(RAW, '$1')
}
