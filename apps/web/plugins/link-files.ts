import type { Chunks } from './list-chunks.ts'

const NONCE = 'nonce="__CSP_NONCE__"'

/** Add links to a page's files to its head, except those the template already has. */
export function linkFiles({ styles, scripts }: Chunks, template: string): string[] {
  const isNew = (file: string) => !template.includes(`/${file}"`)
  return [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin ${NONCE} href="/${file}">`),
    ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" crossorigin ${NONCE} href="/${file}">`),
  ]
}
