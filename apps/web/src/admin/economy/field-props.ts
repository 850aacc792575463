import type { EconomyField } from '@chuma/contract/admin/economy/list-economy-changes'
import type { Editing } from './use-draft.ts'

export type FieldProps = { field: EconomyField; editing: Editing; isReadOnly: boolean }
