import { expect, test } from 'vitest'
import { orderCells } from './quotas.ts'

const groups = (codes: string) => codes.split(' ').map((code) => ({ code, label: code, codes: [code] }))
const dimensions = [{ groups: groups('women men') }, { groups: groups('town countryside') }]
const cells = (names: string) => names.split(' ').map((name) => ({ groups: name.split('|') }))
const order = (names: string) => orderCells(dimensions, cells(names)).map((cell) => cell.groups.join('|'))

test('cells stand as in the editor, and not by the alphabet', () => {
  expect(order('men|countryside men|town women|countryside women|town')).toEqual([
    'women|town',
    'women|countryside',
    'men|town',
    'men|countryside',
  ])
})

test('a cell of a group that is gone comes last', () => {
  expect(order('children|town men|town women|village women|town')).toEqual([
    'women|town',
    'women|village',
    'men|town',
    'children|town',
  ])
})
