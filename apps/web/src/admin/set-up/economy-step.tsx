import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from '../economy/economy.module.css'
import { listMeanings } from '../economy/list-meanings.ts'
import { WarningList } from '../economy/warning-list.tsx'
import { StepSection } from './step-section.tsx'
import { type StepProps, useCompleteStep } from './use-complete-step.ts'

/** The rates, and what they cost. The rates of the first start pay out more than they bring in, so that is confirmed. */
export function EconomyStep({ state, onDone }: StepProps) {
  const t = useT()
  const query = trpc.admin.getEconomy.useQuery()
  return (
    <StepSection
      title={t('setUp.economyTitle')}
      text={t(state.isFirstEconomy ? 'setUp.firstEconomy' : 'setUp.chosenEconomy')}
    >
      <QueryView query={query} skeleton={<Skeletons count={3} height={64} />}>
        {(report) => (
          <Stack>
            <dl className={classes.figures}>
              {listMeanings(t, report.record, report).map(({ name, value, isLoss }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd data-loss={isLoss || undefined}>{value}</dd>
                </div>
              ))}
            </dl>
            <WarningList label={t('economy.warnings')} warnings={report.warnings} />
            <Confirm needsConfirmation={state.isFirstEconomy} onDone={onDone} />
          </Stack>
        )}
      </QueryView>
    </StepSection>
  )
}

function Confirm({ needsConfirmation, onDone }: { needsConfirmation: boolean; onDone: () => void }) {
  const t = useT()
  const [isCostConfirmed, setConfirmed] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const complete = useCompleteStep(onDone)
  const goOn = () => {
    if (needsConfirmation && !isCostConfirmed) return setMissing(true)
    complete.mutate({ step: 'economy', isCostConfirmed })
  }
  return (
    <>
      {needsConfirmation && (
        <Checkbox
          label={t('setUp.confirmCost')}
          checked={isCostConfirmed}
          error={isMissing && !isCostConfirmed && t('setUp.confirmFirst')}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      )}
      <div>
        <Button disabled={complete.isPending} onClick={goOn}>
          {t('setUp.goOn')}
        </Button>
      </div>
    </>
  )
}
