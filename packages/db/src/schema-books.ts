import type { DifferenceKind } from '@chuma/contract/books/reconciliation'
import type { ColumnType, Generated } from 'kysely'

/** Set by the database, never by a caller. */
type Kept<T> = ColumnType<T, never, never>

/** What the books are compared with, and what came of it. */
export interface BookTables {
  withholding: {
    memberId: string
    withdrawalId: string
    day: string
    baseKes: number
    percent: number
    taxKes: number
    bookedAt: Kept<Date>
  }
  providerStatement: {
    statementId: Generated<string>
    firstDay: string
    lastDay: string
    lineCount: number
    importedAt: Kept<Date>
    importedBy: string
  }
  providerStatementLine: {
    receipt: string
    statementId: string
    amountKes: number
    numberEnd: string | null
    completedAt: Date
  }
  reconciliationRun: {
    day: string
    madeAt: Generated<Date>
    madeBy: string
    paidCount: number
    paidPoints: number
    grossKes: number
    taxKes: number
    sentKes: number
    postedPoints: number
    withheldKes: number
    hasStatement: boolean
    expectedKes: number
    providerCount: number
    providerKes: number
  }
  reconciliationDifference: {
    differenceId: Kept<string>
    day: string
    kind: DifferenceKind
    subjectKey: string
    withdrawalId: string | null
    receipt: string | null
    unit: 'points' | 'KES' | null
    expected: number | null
    found: number | null
    note: string
    foundAt: Kept<Date>
    resolution: string | null
    resolvedBy: string | null
    resolvedAt: Date | null
  }
}
