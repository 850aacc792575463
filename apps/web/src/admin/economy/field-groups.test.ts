import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { expect, test } from 'vitest'
import { FIELD_GROUPS } from './field-groups.ts'

test('every number of the record has its place on the page, once', () => {
  const shown = FIELD_GROUPS.flatMap(({ fields }): string[] => [...fields])
  expect(shown.toSorted()).toEqual(Object.keys(defaultEconomy).toSorted())
})
