import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { Panel } from '../../ui/page/panel.tsx'

export type ScreenedOutResult = { reason: string; pointsEarned: number; earnedAmount: number }

/** Says why the survey ended early, and what it paid all the same. */
export function ScreenedOutScreen({ reason, pointsEarned, earnedAmount }: ScreenedOutResult) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel>
      <Title order={2} size="h3" ref={heading} tabIndex={-1} mb="sm">
        {t('run.screenedOutTitle')}
      </Title>
      <p>{reason}</p>
      {pointsEarned > 0 ? (
        <p>
          {t('run.screenedOutEarned')} <Amount points={pointsEarned} kes={earnedAmount} size="lg" signed />
        </p>
      ) : (
        <p className={blocks.quiet}>{t('run.screenedOutNothing')}</p>
      )}
      <Button mt="md" renderRoot={(props) => <Link to="/surveys" {...props} />}>
        {t('wallet.toSurveys')}
      </Button>
    </Panel>
  )
}
