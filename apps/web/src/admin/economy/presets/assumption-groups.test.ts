import { ASSUMPTION_NAMES } from '@chuma/contract/admin/economy/project-economy'
import { expect, test } from 'vitest'
import { ASSUMPTION_GROUPS } from '../preset-choice.tsx'

test('every assumption is in the form exactly once', () => {
  const shown = ASSUMPTION_GROUPS.flatMap(({ names }): string[] => [...names])
  expect(shown.toSorted()).toEqual(ASSUMPTION_NAMES.toSorted())
})
