import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { expect, test } from 'vitest'
import { FIELD_GROUPS } from './field-groups.ts'

test('every field of the economy record is on the page exactly once', () => {
  const shown = FIELD_GROUPS.flatMap(({ fields }): string[] => [...fields])
  expect(shown.toSorted()).toEqual(Object.keys(defaultEconomy).toSorted())
})
