import type { Chunks } from './list-chunks.ts'

const NONCE = 'nonce="__CSP_NONCE__"'

/** The links of a page's head to files of its; what the template names already is not named twice. */
export function linkFiles({ styles, scripts }: Chunks, template: string): string[] {
  const isNew = (file: string) => !template.includes(`/${file}"`)
  return [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin ${NONCE} href="/${file}">`),
    ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" crossorigin ${NONCE} href="/${file}">`),
  ]
}
