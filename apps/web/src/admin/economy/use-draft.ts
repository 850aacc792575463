import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import type { EconomyReport } from '@chuma/contract/admin/economy/economy-report'
import {
  type EconomyChange,
  type EconomyField,
  listEconomyChanges,
} from '@chuma/contract/admin/economy/list-economy-changes'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import { useState } from 'react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { sayProblem } from './say-problem.ts'

/** The form's values: a field that is being typed may not hold a number yet. */
export type Draft = { [Field in EconomyField]: unknown }

export type Editing = {
  draft: Draft
  set: (field: EconomyField, value: unknown) => void
  /** The first problem of each input, by its path: `spinTable.3.weight`. */
  errors: Record<string, string>
  /** The last valid numbers. */
  valid: Economy
  isValid: boolean
  changes: EconomyChange[]
  /** The version the form was filled from. */
  base: EconomyReport
  discard: () => void
  /** Refill the form from the current version and keep what was typed. */
  goOnFrom: (newest: EconomyReport) => void
  /** Call after saving. */
  startFrom: (saved: EconomyReport) => void
}

export function useDraft(report: EconomyReport): Editing {
  const t = useT()
  const [base, setBase] = useState(report)
  const [draft, setDraft] = useState<Draft>(report.record)
  const [lastValid, setLastValid] = useState(report.record)
  const parsed = economy.safeParse(draft)
  const valid = parsed.success ? parsed.data : lastValid
  const fill = (from: EconomyReport, values: Draft) => {
    setBase(from)
    setDraft(values)
  }
  return {
    draft,
    set: (field, value) => {
      const next = { ...draft, [field]: value }
      setDraft(next)
      const { data } = economy.safeParse(next)
      if (data) setLastValid(data)
    },
    errors: parsed.success ? {} : firstErrors(t, draft, parsed.error),
    valid,
    isValid: parsed.success,
    changes: listEconomyChanges(base.record, valid),
    base,
    discard: () => fill(base, base.record),
    goOnFrom: (newest) => {
      const typed = Object.entries(draft).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(base.record[field as EconomyField]),
      )
      fill(newest, { ...newest.record, ...Object.fromEntries(typed) })
    },
    startFrom: (saved) => fill(saved, saved.record),
  }
}

function firstErrors(
  t: Translate,
  draft: Draft,
  error: Parameters<typeof toFieldProblems>[0],
): Record<string, string> {
  const all = Object.entries(toFieldProblems(error, draft))
  return Object.fromEntries(all.flatMap(([field, [first]]) => (first ? [[field, sayProblem(t, first)]] : [])))
}
