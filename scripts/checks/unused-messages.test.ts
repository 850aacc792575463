import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const tool = join(import.meta.dirname, '../../apps/web/find-unused-messages.mjs')

function givenPages(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'messages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('a message that no page shows is reported, even if a test or a translation uses it', () => {
  const words =
    "export const page = {\n  'page.title': 'Page',\n  'page.gone': 'Gone',\n  'kind.one': 'One',\n}\n"
  const folder = givenPages({
    'i18n/messages/en/page.ts': words,
    'i18n/messages/sw/page.ts': words,
    'page.tsx': `t('page.title') + t(\`kind.\${kind}\`)`,
    'page.test.ts': "t('page.gone')",
  })
  const { status, stderr } = spawnSync(process.execPath, [tool, folder], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n').slice(1)).toEqual(['page.gone'])
})

test('every message of the catalogue is used by a page', () => {
  expect(execFileSync(process.execPath, [tool], { encoding: 'utf8' })).toBe('')
})
