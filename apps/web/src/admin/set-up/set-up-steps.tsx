import { SET_UP_STEPS, type SetUpState, type SetUpStep } from '@chuma/contract/admin/set-up'
import { useState } from 'react'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { EconomyStep } from './economy-step.tsx'
import { LiveStep } from './live-step.tsx'
import { MailStep } from './mail-step.tsx'
import { PayoutsStep } from './payouts-step.tsx'
import { ProductStep } from './product-step.tsx'
import { type ShownStep, StepList } from './step-list.tsx'
import type { StepProps } from './use-complete-step.ts'

/** What the owner decides. Opens at the first undecided step, on every device: the server keeps what is done. */
export function SetUpSteps() {
  const query = trpc.admin.getSetUp.useQuery()
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
      {(state) => <Steps state={state} />}
    </QueryView>
  )
}

function Steps({ state }: { state: SetUpState }) {
  const [opened, setOpened] = useState<ShownStep | null>(null)
  const shown = opened ?? findNext(state.doneSteps)
  const step: StepProps = { state, onDone: () => setOpened(null) }
  return (
    <>
      <StepList shown={shown} doneSteps={state.doneSteps} onOpen={setOpened} />
      {shown === 'product' && <ProductStep {...step} />}
      {shown === 'payouts' && <PayoutsStep {...step} />}
      {shown === 'mail' && <MailStep {...step} />}
      {shown === 'economy' && <EconomyStep {...step} />}
      {shown === 'live' && <LiveStep state={state} />}
    </>
  )
}

function findNext(doneSteps: readonly SetUpStep[]): ShownStep {
  return SET_UP_STEPS.find((step) => !doneSteps.includes(step)) ?? 'live'
}
