import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dark, gold, gray, leaf, red } from '../theme.ts'

const colours = new Set<string>(['#ffffff', ...[leaf, gold, gray, dark, red].flat()])
const drawings = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.svg'))

test('every drawing uses the product’s colours, light and dark', () => {
  expect(drawings.length).toBeGreaterThan(0)
  for (const name of drawings) {
    const drawing = readFileSync(path.join(import.meta.dirname, name), 'utf8')
    const strange = (drawing.match(/#[0-9a-f]{6}\b/g) ?? []).filter((colour) => !colours.has(colour))
    expect(strange, name).toEqual([])
    if (name !== 'coin.svg') expect(drawing, name).toContain('prefers-color-scheme: dark')
  }
})
