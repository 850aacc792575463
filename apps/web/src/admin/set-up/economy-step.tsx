import { Button } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { EconomyPresetChoice } from '../economy/preset-choice.tsx'
import { StepSection } from './step-section.tsx'
import { type StepProps, useCompleteStep } from './use-complete-step.ts'

/** The rates: a preset that an owner chooses, knowing what it costs. */
export function EconomyStep({ state, onDone }: StepProps) {
  const t = useT()
  const complete = useCompleteStep(onDone)
  const goOn = () => complete.mutate({ step: 'economy' })
  return (
    <>
      <StepSection
        title={t('setUp.economyTitle')}
        text={t(state.isFirstEconomy ? 'setUp.firstEconomy' : 'setUp.chosenEconomy')}
      >
        {!state.isFirstEconomy && (
          <div>
            <Button disabled={complete.isPending} onClick={goOn}>
              {t('setUp.goOn')}
            </Button>
          </div>
        )}
      </StepSection>
      <EconomyPresetChoice onChosen={goOn} />
    </>
  )
}
