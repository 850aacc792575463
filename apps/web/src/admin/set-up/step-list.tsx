import { SET_UP_STEPS, type SetUpStep } from '@chuma/contract/admin/set-up'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import classes from './set-up.module.css'

export type ShownStep = 'owner' | SetUpStep | 'live'
const SHOWN_STEPS: ShownStep[] = ['owner', ...SET_UP_STEPS, 'live']

type Props = {
  shown: ShownStep
  doneSteps: readonly SetUpStep[]
  /** Without it no step can be opened. */
  onOpen?: (step: ShownStep) => void
}

/** Where the owner is. What is done can be opened again; what comes later cannot be opened yet. */
export function StepList({ shown, doneSteps, onOpen }: Props) {
  const t = useT()
  const isDone = (step: ShownStep) =>
    step === 'owner' ? shown !== 'owner' : doneSteps.some((done) => done === step)
  const next = SHOWN_STEPS.find((step) => !isDone(step))
  return (
    <ol className={classes.steps} aria-label={t('setUp.steps')}>
      {SHOWN_STEPS.map((step, at) => {
        const isShown = step === shown
        const mayOpen = onOpen && step !== 'owner' && (isDone(step) || step === next)
        return (
          <li key={step} aria-current={isShown ? 'step' : undefined}>
            <Button
              variant={isShown ? 'filled' : 'default'}
              px="sm"
              // The current step is no way to anywhere, but keeps its look.
              disabled={!isShown && !mayOpen}
              leftSection={isDone(step) && <IconCheck aria-hidden size={18} />}
              onClick={() => mayOpen && onOpen(step)}
            >
              {t('setUp.step', { at: at + 1, name: t(`setUp.name.${step}`) })}
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
