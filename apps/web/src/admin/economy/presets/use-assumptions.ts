import {
  describeEconomyChoice,
  type EconomyOption,
  type EconomyPresets,
} from '@chuma/contract/admin/economy/describe-economy-choice'
import {
  type AssumptionName,
  defaultAssumptions,
  type EconomyAssumptions,
  economyAssumptions,
} from '@chuma/contract/admin/economy/economy-assumptions'
import { ECONOMY_CHOICES } from '@chuma/contract/admin/economy/economy-presets'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { sayProblem } from '../say-problem.ts'

/** A field that is being typed may not hold a number yet. */
type Draft = { [Name in AssumptionName]: number | string }

export type AssumptionEditing = {
  draft: Draft
  set: (name: AssumptionName, value: number | string) => void
  restoreDefaults: () => void
  errors: Partial<Record<AssumptionName, string>>
  /** The last valid assumptions. */
  valid: EconomyAssumptions
  isValid: boolean
  /** The choices under the last valid assumptions. One's own numbers only where they differ from both presets. */
  options: EconomyOption[]
}

/** Edit the assumptions and project every choice as they are typed. */
export function useAssumptions(presets: EconomyPresets): AssumptionEditing {
  const t = useT()
  const [draft, setDraft] = useState<Draft>(presets.assumptions)
  const [valid, setValid] = useState(presets.assumptions)
  const parsed = economyAssumptions.safeParse(draft)
  const all = ECONOMY_CHOICES.map((choice) => describeEconomyChoice(presets, choice, valid))
  const isPreset = all.some(({ choice, isCurrent }) => choice !== 'own' && isCurrent)
  const change = (next: Draft) => {
    setDraft(next)
    const { data } = economyAssumptions.safeParse(next)
    if (data) setValid(data)
  }
  const problems = parsed.success ? [] : Object.entries(toFieldProblems(parsed.error, draft))
  return {
    draft,
    set: (name, value) => change({ ...draft, [name]: value }),
    restoreDefaults: () => change(defaultAssumptions),
    errors: Object.fromEntries(
      problems.flatMap(([name, [first]]) => (first ? [[name, sayProblem(t, first)]] : [])),
    ),
    valid,
    isValid: parsed.success,
    options: all.filter(({ choice }) => choice !== 'own' || !isPreset),
  }
}
