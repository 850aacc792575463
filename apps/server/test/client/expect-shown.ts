import { expect } from 'vitest'
import type { Example } from './read-examples.ts'

/** Compare an output with what a document shows. `…` stands for anything; JSON may have more fields than are shown. */
export function expectShown(output: string, { shown, place }: Example): void {
  if (!shown) return
  if (shown.language === 'json') {
    expect({ [place]: JSON.parse(output) }).toMatchObject({ [place]: open(JSON.parse(shown.text)) })
    return
  }
  expect(output.replaceAll('\r', '').trim()).toMatch(toPattern(shown.text.trim()))
}

function open(shown: unknown): unknown {
  if (typeof shown === 'string' && shown.includes('…')) {
    return shown === '…' ? expect.anything() : expect.stringMatching(toPattern(shown))
  }
  if (Array.isArray(shown)) {
    return shown.at(-1) === '…' ? expect.arrayContaining(shown.slice(0, -1).map(open)) : shown.map(open)
  }
  if (typeof shown !== 'object' || shown === null) return shown
  const fields = Object.entries(shown).map(([name, value]) => [name, open(value)])
  return expect.objectContaining(Object.fromEntries(fields))
}

function toPattern(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`)
}
