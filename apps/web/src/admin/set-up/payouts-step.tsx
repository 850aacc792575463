import type { PayoutTest, SetUpState } from '@chuma/contract/admin/set-up'
import { Button, Text } from '@mantine/core'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useShowFailure } from '../use-show-failure.ts'
import { Facts } from './facts.tsx'
import { StepSection } from './step-section.tsx'
import { type StepProps, useCompleteStep } from './use-complete-step.ts'

/** How members are paid. Secrets stay in the environment: the page names variables and tests what they hold. */
export function PayoutsStep({ state, onDone }: StepProps) {
  const t = useT()
  const { provider } = state.payouts
  const complete = useCompleteStep(onDone)
  const onError = useShowFailure()
  const test = trpc.admin.testPayouts.useMutation({ onError })
  return (
    <StepSection title={t('setUp.payoutsTitle')} text={t(`setUp.provider.${provider}`)}>
      {provider !== 'simulator' && <DarajaFacts payouts={state.payouts} />}
      {state.payouts.rails.map((rail) => (
        <RailFacts key={rail.method} rail={rail} />
      ))}
      <Text c="dimmed">{t('setUp.testText')}</Text>
      <div aria-live="polite">
        {test.data && (
          <p className={test.data.outcome === 'ready' ? blocks.good : blocks.bad}>{sayTest(t, test.data)}</p>
        )}
      </div>
      <div className={blocks.actions}>
        <Button variant="default" disabled={test.isPending} onClick={() => test.mutate(undefined)}>
          {t(test.isPending ? 'setUp.testing' : 'setUp.testPayouts')}
        </Button>
        {state.payouts.rails
          .filter(({ isOpen }) => isOpen)
          .map(({ method }) => (
            <Button
              key={method}
              variant="default"
              disabled={test.isPending}
              onClick={() => test.mutate({ method })}
            >
              {t('setUp.testRail', { name: t(`withdrawMethod.${method}`) })}
            </Button>
          ))}
        <Button disabled={complete.isPending} onClick={() => complete.mutate({ step: 'payouts' })}>
          {t('setUp.goOn')}
        </Button>
      </div>
    </StepSection>
  )
}

function DarajaFacts({ payouts: { provider, variables, premiumVariables } }: Pick<SetUpState, 'payouts'>) {
  const t = useT()
  const isOfDaraja = provider === 'daraja'
  const facts = [
    {
      text: t(isOfDaraja ? 'setUp.isSet' : 'setUp.isMissing', { name: 'PAYOUT_PROVIDER=daraja' }),
      isWell: isOfDaraja,
    },
    ...variables.map(({ name, isSet }) => ({
      text: t(isSet ? 'setUp.isSet' : 'setUp.isMissing', { name }),
      isWell: isSet,
    })),
    ...premiumVariables.map(({ name, isSet }) => ({
      text: t(isSet ? 'setUp.premiumIsSet' : 'setUp.premiumIsMissing', { name }),
      isWell: isSet,
    })),
  ]
  return (
    <div>
      <Text fw={600}>{t('setUp.daraja')}</Text>
      <Facts label={t('setUp.daraja')} facts={facts} />
    </div>
  )
}

type Rail = SetUpState['payouts']['rails'][number]

function RailFacts({ rail: { method, isOpen, variables } }: { rail: Rail }) {
  const t = useT()
  const name = method === 'mpesa' ? t('setUp.daraja') : t(`setUp.rail.${method}`)
  const facts = [
    { text: t(isOpen ? 'setUp.railOpen' : 'setUp.railClosed'), isWell: isOpen },
    ...variables.map(({ name: variable, isSet }) => ({
      text: t(isSet ? 'setUp.isSet' : 'setUp.isMissing', { name: variable }),
      isWell: isSet,
    })),
  ]
  return (
    <div>
      <Text fw={600}>{name}</Text>
      <Facts label={name} facts={facts} />
    </div>
  )
}

function sayTest(t: Translate, test: PayoutTest): string {
  if (test.outcome === 'ready') return t('setUp.payoutsReady')
  if (test.outcome === 'failed') return t('setUp.payoutsFailed', { code: test.code, reason: test.reason })
  return t('setUp.payoutsMissing', { missing: test.missing.join(', ') || 'none' })
}
