import { editEarningsInput } from '@chuma/contract/account/members'
import type { ApprovalKind } from '@chuma/contract/admin/approvals/approval-kinds'
import type * as z from 'zod'
import { editEarnings } from '../../account/members/edit-earnings.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'

type Run = (deps: Deps, actor: StaffActor, payload: unknown) => Promise<unknown>

/** A use case with its input's schema: a payload that this version would not accept any more is not run. */
const run =
  <Input>(
    schema: z.ZodType<Input>,
    useCase: (deps: Deps, actor: StaffActor, input: Input) => Promise<unknown>,
  ): Run =>
  (deps, actor, payload) =>
    useCase(deps, actor, schema.parse(payload))

/** The use case of each kind. */
export const approvalRuns: Record<ApprovalKind, Run> = {
  'edit-earnings': run(editEarningsInput, editEarnings),
}
